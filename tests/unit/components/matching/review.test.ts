import { describe, expect, it } from "vitest";
import { confirmOf, dismissalOf } from "@/components/matching/bulk-words";
import { pairsOf } from "@/components/matching/pairs";
import { confidenceOf, shareOf } from "@/components/matching/probability";
import type { Suggestion } from "@/lib/contracts/matches";
import { sampleDeposit, sampleMatch } from "../samples";

describe("confidenceOf", () => {
  it.each([
    [1, "Certain"],
    [0.99, "Certain"],
    [0.989, "Likely"],
    [0.8, "Likely"],
    [0.79, "Unsure"],
    [0, "Unsure"],
  ] as const)("calls %d %s where the engine acts alone", (probability, word) => {
    expect(confidenceOf({ probability, origin: "auto" })).toBe(word);
  });

  it.each([
    [1, "Likely"],
    [0.995, "Likely"],
    [0.6, "Unsure"],
  ] as const)("calls %d %s where the engine held back", (probability, word) => {
    expect(confidenceOf({ probability, origin: "suggestion" })).toBe(word);
  });

  it("fills the bar for nothing that waits for a person's word", () => {
    expect(shareOf({ probability: 0.999, origin: "suggestion" })).toBe(0.9);
    expect(shareOf({ probability: 0.4, origin: "suggestion" })).toBe(0.4);
    expect(shareOf({ probability: 0.999, origin: "auto" })).toBe(0.999);
  });
});

describe("what deciding all of them does, in words", () => {
  const suggestion = (total_amt: string, probability: number, currency = "USD"): Suggestion => ({
    deposit: sampleDeposit({ total_amt, currency, status: "suggested" }),
    matches: [],
    probability,
    proof: {
      payments: "0.00",
      fees: "0.00",
      refunds: "0.00",
      other: "0.00",
      difference: "0.00",
      payout: total_amt,
      closes: true,
    },
  });

  it("names how many, the sum of each currency, and who is unsure", () => {
    const three = [
      suggestion("1151.74", 0.9),
      suggestion("0.10", 0.5),
      suggestion("500.00", 0.9, "JPY"),
    ];
    expect(confirmOf(three, 3)).toEqual({
      title: "Confirm all 3 suggestions?",
      text: "3 deposits with 1,151.84 USD and 500.00 JPY in total become matched and are posted to QuickBooks. 1 of them is unsure: look at those first.",
      action: "Confirm all",
    });
  });

  it("says when the list does not hold all of them", () => {
    expect(dismissalOf([suggestion("10.00", 0.9)], 340)).toEqual({
      title: "Dismiss the oldest 1 of 340 suggestions?",
      text: "1 deposit with 10.00 USD goes back to pending. The doubtful pairs are not suggested again.",
      action: "Dismiss all",
    });
  });
});

describe("pairsOf", () => {
  const line = (id: number) => ({
    id,
    description: "",
    plateform: "Stripe",
    entity: "",
    amount: "1.00",
    status: "suggested" as const,
  });

  it("puts the least certain first, each with its lines", () => {
    const sure = sampleMatch({ id: "sure", probability: 0.99, line_ids: [1] });
    const unsure = sampleMatch({ id: "unsure", probability: 0.6, line_ids: [3, 2] });
    const pairs = pairsOf([line(1), line(2), line(3)], [sure, unsure]);
    expect(pairs.map(({ match, lines }) => [match.id, lines.map(({ id }) => id)])).toEqual([
      ["unsure", [3, 2]],
      ["sure", [1]],
    ]);
  });

  it("has no lines where the deposit is matched as a whole", () => {
    expect(pairsOf([], [sampleMatch({ line_ids: [] })])[0]?.lines).toEqual([]);
  });
});
