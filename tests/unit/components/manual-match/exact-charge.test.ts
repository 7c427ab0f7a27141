import { describe, expect, it } from "vitest";
import { exactCharge } from "@/components/manual-match/line-ties";
import { fromPayment } from "@/components/manual-match/transactions";
import { samplePayment } from "../samples";

const line = { kind: "charge" as const, entity: "Olivia Eastwick", description: "Order #10260" };
const deposit = {
  id: 4,
  currency: "USD",
  lines: [
    { ...line, id: 31, amount: "219.72" },
    { ...line, id: 32, amount: "90.00", entity: "Ida Fox", description: "Order #10261" },
    { ...line, id: 33, amount: "-40.00", kind: "refund" as const },
  ],
};
const paid = [fromPayment(samplePayment({ TotalAmt: "90.00" }))];

describe("a difference that equals a charge", () => {
  it("is that charge, by its description and customer", () => {
    expect(exactCharge([deposit], paid, "219.72")).toEqual({
      depositId: 4,
      lineId: 31,
      what: "Order #10260 of Olivia Eastwick",
    });
    const bare = { ...line, id: 31, amount: "219.72", description: "", entity: "" };
    expect(exactCharge([{ ...deposit, lines: [bare] }], paid, "219.72")?.what).toBe(
      "the charge that has no name",
    );
  });

  it("is none of another amount, no refund, and no paid charge", () => {
    for (const difference of ["219.73", "0.00", "-40.00", "-219.72", "90.00"]) {
      expect(exactCharge([deposit], paid, difference), difference).toBeNull();
    }
  });

  it("is none where two charges are alike, or several deposits are selected", () => {
    const [first] = deposit.lines;
    const twins = { ...deposit, lines: first ? [first, { ...first, id: 40 }] : [] };
    expect(exactCharge([twins], paid, "219.72")).toBeNull();
    expect(exactCharge([deposit, { ...deposit, id: 5 }], paid, "219.72")).toBeNull();
    expect(exactCharge([], paid, "219.72")).toBeNull();
  });
});
