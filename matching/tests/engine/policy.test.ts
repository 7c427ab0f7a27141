import { describe, expect, it } from "vitest";
import type { MatchOptions } from "@/matching/engine/contract";
import { decideSet } from "@/matching/engine/decision/policy";
import type { SetProposal } from "@/matching/engine/grouping/set-proposal";
import type { PayoutItem } from "@/matching/engine/records/records";

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

  it("is decided by its probability where one side is one record", () => {
    const some = one({ completeAs: null, dateMatchWeight: -2.5 });
    expect(decideSet(some, false, SMART)).toBe("auto");
    expect(decideSet({ ...some, probability: 0.99 }, false, SMART)).toBe("suggested");
  });

  it("needs a person where its fee was only estimated, and where it was undone before", () => {
    expect(decideSet(one({ level: "sum_less_fee" }), false, SMART)).toBe("suggested");
    expect(decideSet(one(), true, SMART)).toBe("suggested");
  });

  it("of several lines and several payments has to be all of its kind, and near", () => {
    expect(decideSet(set(), false, SMART)).toBe("auto");
    expect(decideSet(set({ completeAs: null }), false, SMART)).toBe("suggested");
    expect(decideSet(set({ lag: 9, dateMatchWeight: -2.5 }), false, SMART)).toBe("suggested");
  });
});

/** Several payments of one line. */
function one(facts: Partial<SetProposal> = {}): SetProposal {
  return set({ items: [{} as PayoutItem], ...facts });
}
