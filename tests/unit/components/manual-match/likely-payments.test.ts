import { describe, expect, it } from "vitest";
import { type DepositFacts, likelyPayments } from "@/components/manual-match/likely-payments";
import { ordered } from "@/components/manual-match/transaction-order";
import { fromPayment } from "@/components/manual-match/transactions";
import { samplePayment } from "../samples";

function paid(Id: string, part: Parameters<typeof samplePayment>[0] = {}) {
  return fromPayment(samplePayment({ Id, TxnDate: "2026-03-01", ...part }));
}

const line = { kind: "charge", date: "2026-03-01", gross: 100_00, net: 97_00, entity: "" };
const deposit: DepositFacts = {
  date: "2026-03-03",
  amount: 97_00,
  currency: "USD",
  lines: [{ ...line, entity: "Blue Bottle Coffee, Inc." }],
};

function reasons(part: Parameters<typeof samplePayment>[0], facts: DepositFacts = deposit) {
  return likelyPayments([paid("p", part)], [facts])
    .get("p")
    ?.reasons.join(", ");
}

describe("likelyPayments", () => {
  it.each([
    ["the gross amount", { TotalAmt: "100.00" }, "Same amount"],
    ["the net amount", { TotalAmt: "97.00" }, "Same amount after the fee"],
    [
      "amount and customer",
      { TotalAmt: "100.00", CustomerName: "coffee, BLUE BOTTLE" },
      "Same amount, same customer",
    ],
    [
      "a similar name",
      { TotalAmt: "100.00", CustomerName: "Blue Bottle" },
      "Same amount, similar name",
    ],
    [
      "the customer alone",
      { TotalAmt: "80.00", CustomerName: "Blue Bottle Coffee" },
      "Same customer",
    ],
  ])("recognises %s", (_what, part, text) => {
    expect(reasons(part)).toBe(text);
  });

  it.each([
    ["another amount and customer", { TotalAmt: "80.00", CustomerName: "Ada" }],
    ["a cent off", { TotalAmt: "100.01", CustomerName: "Blue" }],
    [
      "the customer's much larger payment",
      { TotalAmt: "900.00", CustomerName: "Blue Bottle Coffee" },
    ],
    ["the customer's refund", { TotalAmt: "-80.00", CustomerName: "Blue Bottle Coffee" }],
    ["another currency", { TotalAmt: "100.00", currency: "EUR" }],
    ["months apart", { TotalAmt: "100.00", TxnDate: "2025-11-01" }],
  ])("is not fooled by %s", (_what, part) => {
    expect(reasons(part)).toBeUndefined();
  });

  it("does not treat fees as charges", () => {
    const fee = { ...deposit, lines: [{ ...line, kind: "fee" }] };
    expect(reasons({ TotalAmt: "100.00" }, fee)).toBeUndefined();
  });

  it("compares a deposit without lines as a whole", () => {
    const whole = { ...deposit, lines: [] };
    expect(reasons({ TotalAmt: "97.00" }, whole)).toBe("Same amount as the payout");
    expect(reasons({ TotalAmt: "100.00" }, whole)).toBe("Matches after a fee");
    expect(reasons({ TotalAmt: "110.00" }, whole)).toBeUndefined();
  });

  it("ignores accents, case and order of names", () => {
    const facts = { ...deposit, lines: [{ ...line, entity: "Zoë Ångström" }] };
    expect(reasons({ TotalAmt: "5.00", CustomerName: "ANGSTROM, Zoe" }, facts)).toBe(
      "Same customer",
    );
  });
});

describe("ordered", () => {
  const payments = [
    paid("late", { TxnDate: "2026-03-20", TotalAmt: "9.00", CustomerName: "b" }),
    paid("fit", { TxnDate: "2026-03-01", TotalAmt: "100.00", CustomerName: "Z" }),
    paid("far", { TxnDate: "2026-03-09", TotalAmt: "100.00", CustomerName: "a" }),
    paid("early", { TxnDate: "2026-01-02", TotalAmt: "-20.00", CustomerName: "É" }),
  ];
  const ids = (
    ...[order, fits = new Map()]: [Parameters<typeof ordered>[1], Parameters<typeof ordered>[2]?]
  ) => ordered(payments, order, fits).map(({ id }) => id);

  it.each([
    ["newest", ["late", "far", "fit", "early"]],
    ["oldest", ["early", "fit", "far", "late"]],
    ["largest", ["fit", "far", "late", "early"]],
    ["smallest", ["early", "late", "fit", "far"]],
    ["name", ["far", "late", "early", "fit"]],
  ] as const)("sorts by %s", (order, expected) => {
    expect(ids(order)).toEqual(expected);
  });

  it("puts fitting rows first, nearest first, and keeps the order of the others", () => {
    const fits = likelyPayments(payments, [deposit]);
    expect(ids("oldest", fits)).toEqual(["fit", "far", "early", "late"]);
  });
});
