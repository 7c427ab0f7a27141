import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  proofOf,
  type Selection,
  selectionProblem,
  sharedCurrency,
  toMatchRequest,
} from "@/components/matching/selection";
import { fromDeposit, fromPayment } from "@/components/matching/transactions";
import { parseDecimal, toWireDecimal } from "@/lib/money";
import { sampleDeposit, samplePayment, sampleProof } from "../samples";

const one: Selection = {
  stripe: [fromDeposit(sampleDeposit())],
  quickbooks: [fromPayment(samplePayment())],
};
const account = { Id: "31", Name: "Bank charges" };

describe("proofOf", () => {
  it("closes when payments, fees and refunds make the payout", () => {
    expect(proofOf(one, [sampleProof()], "USD")).toEqual({
      payments: "1240.00",
      fees: "-38.26",
      refunds: "-50.00",
      other: "0.00",
      difference: "0.00",
      payout: "1151.74",
      closes: true,
    });
  });

  it("shows the fee of a deposit without lines as the difference", () => {
    const bare = sampleProof({ fees: "0.00", refunds: "0.00" });
    const proof = proofOf(one, [bare], "USD");
    expect(proof).toMatchObject({ difference: "-88.26", closes: false });
  });

  it("always adds up to the payout, to the cent", () => {
    const cents = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 });
    fc.assert(
      fc.property(cents, fc.array(cents, { maxLength: 20 }), cents, (payout, payments, fees) => {
        const wire = (minor: number) => toWireDecimal(minor, "USD");
        const proof = proofOf(
          {
            stripe: [fromDeposit(sampleDeposit({ total_amt: wire(payout) }))],
            quickbooks: payments.map((minor) =>
              fromPayment(samplePayment({ TotalAmt: wire(minor) })),
            ),
          },
          [sampleProof({ fees: wire(fees) })],
          "USD",
        );
        const parts = [proof.payments, proof.fees, proof.refunds, proof.other, proof.difference];
        const sum = parts.reduce((total, part) => total + parseDecimal(part, "USD"), 0);
        expect(sum).toBe(payout);
        expect(proof.closes).toBe(proof.difference === "0.00");
      }),
    );
  });
});

describe("selectionProblem", () => {
  const closed = proofOf(one, [sampleProof()], "USD");
  const open = proofOf(one, [], "USD");

  it("wants one of each side", () => {
    const text = "Please select at least one Stripe and one QuickBooks transaction";
    expect(selectionProblem({ ...one, stripe: [] }, closed, null)).toBe(text);
    expect(selectionProblem({ ...one, quickbooks: [] }, closed, null)).toBe(text);
  });

  it("never compares currencies", () => {
    const mixed = { ...one, quickbooks: [fromPayment(samplePayment({ currency: "EUR" }))] };
    expect(sharedCurrency(mixed)).toBeNull();
    expect(selectionProblem(mixed, null, account)).toContain("different currencies");
  });

  it("lets a difference pass only on an account", () => {
    expect(selectionProblem(one, open, null)).toContain("The sums differ");
    expect(selectionProblem(one, open, account)).toBeNull();
    expect(selectionProblem(one, closed, null)).toBeNull();
  });
});

describe("toMatchRequest", () => {
  it("is the documented request", () => {
    expect(toMatchRequest(one, "USD", null)).toEqual({
      stripe_transaction_ids: ["12"],
      stripe_transaction_amount: 1151.74,
      quickbooks_transaction_ids: ["120"],
      quickbooks_transaction_amount: 1240,
    });
  });

  it("sums exactly where floats would not", () => {
    const dimes = ["0.10", "0.20"].map((TotalAmt) => fromPayment(samplePayment({ TotalAmt })));
    const request = toMatchRequest({ ...one, quickbooks: dimes }, "USD", account);
    expect(request.quickbooks_transaction_amount).toBe(0.3);
    expect(request.difference_account).toEqual(account);
  });
});
