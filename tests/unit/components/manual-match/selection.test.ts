import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { liveProof } from "@/components/manual-match/live-proof";
import {
  NO_DIFFERENCE,
  proofOf,
  type Selection,
  selectionProblem,
  sharedCurrency,
  sumProblem,
  toMatchRequest,
} from "@/components/manual-match/selection";
import { fromDeposit, fromPayment } from "@/components/manual-match/transactions";
import { ledgerWords } from "@/lib/ledger-words";
import { parseDecimal, toWireDecimal } from "@/lib/money";
import { sampleDeposit, samplePayment } from "../samples";

const QUICKBOOKS = ledgerWords("quickbook");

const one: Selection = {
  deposits: [fromDeposit(sampleDeposit())],
  payments: [fromPayment(samplePayment())],
};
const account = { Id: "31", Name: "Bank charges" };

let lastId = 0;
function line(kind: "charge" | "refund" | "fee", amount: string, fee: string, net: string) {
  lastId += 1;
  return { id: lastId, kind, description: "", amount, fee, net };
}
const lines = [
  line("charge", "1000.00", "30.00", "970.00"),
  line("charge", "240.00", "8.26", "231.74"),
  line("refund", "-50.00", "0.00", "-50.00"),
];

describe("proofOf", () => {
  it("closes when payments, fees and refunds add up to the payout", () => {
    expect(proofOf(one, lines, "USD")).toEqual({
      payments: "1240.00",
      fees: "-38.26",
      refunds: "-50.00",
      disputes: "0.00",
      other: "0.00",
      difference: "0.00",
      open_charges: 0,
      open: "0.00",
      open_fees: "0.00",
      payout: "1151.74",
      closes: true,
    });
  });

  it("accepts payments booked net of fees", () => {
    const net = { ...one, payments: [fromPayment(samplePayment({ TotalAmt: "1201.74" }))] };
    expect(proofOf(net, lines, "USD")).toMatchObject({ fees: "0.00", closes: true });
  });

  it("counts a refund once when its refund receipt is selected", () => {
    const receipt = fromPayment(samplePayment({ Id: "9", TotalAmt: "-50.00" }));
    const both = { ...one, payments: [...one.payments, receipt] };
    expect(proofOf(both, lines, "USD")).toMatchObject({ refunds: "-50.00", closes: true });
  });

  it("books separate fee lines", () => {
    const proof = proofOf(one, [...lines, line("fee", "-2.00", "0.00", "-2.00")], "USD");
    expect(proof).toMatchObject({ fees: "-40.26", difference: "2.00", closes: false });
  });

  it("shows the fee of a deposit without lines as the difference", () => {
    expect(proofOf(one, [], "USD")).toMatchObject({ difference: "-88.26", closes: false });
  });

  it("always adds up to the payout, to the cent", () => {
    const cents = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 });
    const wire = (minor: number) => toWireDecimal(minor, "USD");
    fc.assert(
      fc.property(
        cents,
        fc.array(cents, { maxLength: 20 }),
        cents,
        cents,
        (payout, picked, gross, fee) => {
          const selection = {
            deposits: [fromDeposit(sampleDeposit({ total_amt: wire(payout) }))],
            payments: picked.map((minor) => fromPayment(samplePayment({ TotalAmt: wire(minor) }))),
          };
          const proof = proofOf(
            selection,
            [line("charge", wire(gross), wire(fee), wire(gross - fee))],
            "USD",
          );
          const parts = [proof.payments, proof.fees, proof.refunds, proof.other, proof.difference];
          expect(parts.reduce((sum, part) => sum + parseDecimal(part, "USD"), 0)).toBe(payout);
          expect(proof.closes).toBe(proof.difference === "0.00");
        },
      ),
    );
  });
});

describe("selectionProblem", () => {
  it("requires one of each side", () => {
    const text = "Please select at least one Stripe and one QuickBooks transaction";
    expect(selectionProblem({ ...one, deposits: [] }, QUICKBOOKS)).toBe(text);
    expect(selectionProblem({ ...one, payments: [] }, QUICKBOOKS)).toBe(text);
  });

  it("never compares currencies", () => {
    const mixed = { ...one, payments: [fromPayment(samplePayment({ currency: "EUR" }))] };
    expect(sharedCurrency(mixed)).toBeNull();
    expect(selectionProblem(mixed, QUICKBOOKS)).toContain("different currencies");
  });

  it("accepts a pair in one currency", () => {
    expect(selectionProblem(one, QUICKBOOKS)).toBeNull();
  });
});

describe("sumProblem", () => {
  const closed = { proof: proofOf(one, lines, "USD"), split: null };
  const open = { proof: proofOf(one, [], "USD"), split: null };

  it("accepts a difference only with an account", () => {
    expect(sumProblem(open, null)).toContain("The totals differ");
    expect(sumProblem(open, account)).toBeNull();
    expect(sumProblem(closed, null)).toBeNull();
  });

  it("refuses several deposits that no split closes, and leaves an ambiguous split to the server", () => {
    expect(sumProblem({ ...open, split: "none" }, account)).toContain("don't split evenly");
    expect(sumProblem({ ...open, split: "several" }, null)).toBeNull();
    expect(sumProblem({ ...closed, split: "one" }, null)).toBeNull();
  });
});

describe("liveProof", () => {
  const charge = (id: number, amount: string, fee: string, net: string) => ({
    ...{ id, kind: "charge" as const, description: "", amount, fee, net },
    ...{ plateform: "Stripe", entity: "", status: "pending" as const, date: "2026-03-01" },
    ...{
      fee_predicted: false,
      finding: null,
      found: null,
      match_id: null,
      wait: null,
      offer: null,
    },
  });
  const first = fromDeposit(sampleDeposit({ id: 1, total_amt: "97.00" }));
  const second = fromDeposit(sampleDeposit({ id: 2, total_amt: "48.50" }));
  const linesOf = new Map([
    [1, [charge(11, "100.00", "3.00", "97.00")]],
    [2, [charge(21, "50.00", "1.50", "48.50")]],
  ]);
  const paid = (Id: string, TotalAmt: string, CustomerName = "Ada") =>
    fromPayment(samplePayment({ Id, TotalAmt, CustomerName }));

  it("shows each deposit's share, and the total", () => {
    const selection = {
      deposits: [first, second],
      payments: [paid("b", "50.00"), paid("a", "100.00")],
    };
    const live = liveProof(selection, linesOf, "USD");
    expect(live.split).toBe("one");
    expect(live.parts.map(({ payments }) => payments.map(({ id }) => id))).toEqual([["a"], ["b"]]);
    expect(live.proof).toEqual({
      payments: "150.00",
      fees: "-4.50",
      refunds: "0.00",
      disputes: "0.00",
      other: "0.00",
      difference: "0.00",
      open_charges: 0,
      open: "0.00",
      open_fees: "0.00",
      payout: "145.50",
      closes: true,
    });
  });

  it("shows no shares when there is no split, or several", () => {
    const off = { deposits: [first, second], payments: [paid("a", "150.01")] };
    expect(liveProof(off, linesOf, "USD")).toMatchObject({ split: "none", parts: [] });
    const equal = new Map([...linesOf, [2, [charge(21, "100.00", "3.00", "97.00")]]] as const);
    const twice = [paid("a", "100.00"), paid("b", "100.00", "Grace")];
    const selection = { deposits: [first, { ...second, amount: 97_00 }], payments: twice };
    expect(liveProof(selection, equal, "USD")).toMatchObject({ split: "several", parts: [] });
  });

  it("needs no split for one deposit", () => {
    const selection = { deposits: [first], payments: [paid("a", "100.00")] };
    expect(liveProof(selection, linesOf, "USD")).toMatchObject({
      split: null,
      parts: [],
      proof: { closes: true },
    });
  });
});

describe("toMatchRequest", () => {
  it("is the documented request", () => {
    expect(toMatchRequest(one, "USD", NO_DIFFERENCE)).toEqual({
      stripe_transaction_ids: ["12"],
      stripe_transaction_amount: 1151.74,
      quickbooks_transaction_ids: ["120"],
      quickbooks_transaction_amount: 1240,
    });
  });

  it("sums exactly where floats would not", () => {
    const dimes = ["0.10", "0.20"].map((TotalAmt) => fromPayment(samplePayment({ TotalAmt })));
    const request = toMatchRequest({ ...one, payments: dimes }, "USD", {
      account: { ...account, group: "Income" },
      note: " tip ",
      tags: { customer: { Id: "7", Name: "Blue Harbor" }, class: null },
    });
    expect(request.quickbooks_transaction_amount).toBe(0.3);
    expect(request.difference_account).toEqual(account);
    expect(request.difference_note).toBe("tip");
    expect(request.difference_customer).toEqual({ Id: "7", Name: "Blue Harbor" });
    expect(request).not.toHaveProperty("difference_class");
  });
});
