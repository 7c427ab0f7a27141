import { describe, expect, it } from "vitest";
import {
  confirmOf,
  dismissalOf,
  lowConfidenceFirst,
  payersOf,
} from "@/components/suggestions/bulk-actions";
import type { Suggestion } from "@/lib/contracts/matches";
import { ledgerWords } from "@/lib/ledger-words";
import { sampleDeposit, sampleMatch, samplePayment } from "../samples";

const QUICKBOOKS = ledgerWords("quickbook");

describe("the effect of deciding all of them, in words", () => {
  const suggestion = (total_amt: string, probability: number, currency = "USD"): Suggestion => ({
    deposit: sampleDeposit({ total_amt, currency, status: "suggested" }),
    matches: [],
    probability,
    proof: {
      payments: "0.00",
      fees: "0.00",
      refunds: "0.00",
      disputes: "0.00",
      other: "0.00",
      difference: "0.00",
      payout: total_amt,
      open_charges: 0,
      open: "0.00",
      open_fees: "0.00",
      closes: true,
    },
    waiting: "",
  });

  it("shows their number, the sum of each currency, and which are uncertain", () => {
    const three = [
      suggestion("1151.74", 0.9),
      suggestion("0.10", 0.5),
      suggestion("500.00", 0.9, "JPY"),
    ];
    expect(confirmOf(three, 3, QUICKBOOKS)).toEqual({
      title: "Confirm all 3 suggestions?",
      text: "3 deposits totaling 1,151.84 USD and 500.00 JPY will be matched and posted to QuickBooks. 1 is low confidence. Review it first.",
      action: "Confirm all",
    });
  });

  it("has the doubtful ones on top, in their order", () => {
    const list = [0.95, 0.5, 0.9, 0.7].map((probability) => suggestion("1.00", probability));
    const order = lowConfidenceFirst(list).map(({ probability }) => probability);
    expect(order).toEqual([0.5, 0.7, 0.95, 0.9]);
  });

  it("says when the list does not hold all of them", () => {
    expect(dismissalOf([suggestion("10.00", 0.9)], 340)).toEqual({
      title: "Dismiss the oldest 1 of 340 suggestions?",
      text: "1 deposit of 10.00 USD will go back to pending. Its pairs won't be suggested again.",
      action: "Dismiss all",
    });
  });
});

it("names who paid", () => {
  const paid = (...names: string[]) => ({
    matches: names.map((CustomerName) =>
      sampleMatch({
        payments: [{ ...samplePayment({ CustomerName }), quickbooks_url: "", planned: false }],
      }),
    ),
  });
  expect(payersOf(paid("Ada Lovelace"))).toBe("Ada Lovelace");
  expect(payersOf(paid("Ada Lovelace", "Grace Hopper", "Ada Lovelace", ""))).toBe(
    "Ada Lovelace and 1 more",
  );
  expect(payersOf(paid(""))).toBe("No customer");
});
