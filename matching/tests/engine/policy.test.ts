import { describe, expect, it } from "vitest";
import type { MatchOptions } from "@/matching/engine/contract";
import { decideSet, isProvedSet } from "@/matching/engine/decision/policy";
import type { SetProposal } from "@/matching/engine/grouping/set-proposal";

const SMART: MatchOptions = { algorithm: "smart" };

/** A day's sales in one payment. */
function set(facts: Partial<SetProposal> = {}): SetProposal {
  return {
    items: [],
    rows: [],
    level: "sum_gross",
    priorWeight: -10,
    sumWeight: 12,
    completeAs: "open lines of 2026-03-02 in this payout",
    completenessWeight: 7,
    name: "unknown",
    nameMatchWeight: 0,
    lag: 0,
    dateMatchWeight: 4,
    invoiceMatchWeight: 0,
    recordTypeMatchWeight: 0,
    weight: 13,
    probability: 0.9999,
    ...facts,
  };
}

describe("a sum", () => {
  it("is matched automatically where it is all of its kind, also under another name", () => {
    expect(decideSet(set(), false, SMART)).toBe("auto");
    expect(decideSet(set({ name: "other_kind", nameMatchWeight: -2.7 }), false, SMART)).toBe(
      "auto",
    );
  });

  it("needs a person where its date is unusual, but doesn't hold a sure payout back", () => {
    const late = set({ lag: 9, dateMatchWeight: -2.5 });
    expect(decideSet(late, false, SMART)).toBe("suggested");
    expect(isProvedSet(late)).toBe(true);
  });

  it("needs more than adding up", () => {
    const some = set({ completeAs: null, rule: "subset" });
    expect(decideSet(some, false, SMART)).toBe("suggested");
    expect(isProvedSet(some)).toBe(false);
    expect(isProvedSet(set({ level: "sum_less_fee" }))).toBe(false);
  });
});
