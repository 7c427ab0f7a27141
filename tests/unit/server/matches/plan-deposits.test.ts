import { describe, expect, test } from "vitest";
import type { HistoryEntry, Match, MatchResult } from "@/matching/engine/contract";
import { type PlannedDeposit, planDeposits } from "@/server/matches/plan-deposits";

const deposit: PlannedDeposit = {
  id: "1",
  itemized: true,
  decided: [],
  settlement: {
    amount: 146_80,
    lines: [
      { id: 11, kind: "charge", description: "", gross: 100_00, fee: 3_20, net: 96_80 },
      { id: 12, kind: "charge", description: "", gross: 50_00, fee: 0, net: 50_00 },
    ],
  },
};
const amounts = new Map([
  ["21", 100_00],
  ["22", 50_00],
  ["23", 50_00],
]);

function pair(line: string, payment: string, decision: Match["decision"] = "auto"): Match {
  return {
    depositId: "1",
    lineIds: [line],
    paymentIds: [payment],
    kind: "one_to_one",
    decision,
    probability: 0.99,
    difference: 0,
    currency: "USD",
    evidence: [],
    alternatives: { count: 0, best: null },
  };
}

function result(...matches: Match[]): MatchResult {
  return {
    matches,
    unmatched: { deposits: [], lines: [], payments: [] },
    invoiceMatches: [],
    stats: { deposits: 1, lines: 2, payments: 3, matches: 0, auto: 0, suggested: 0, sums: {} },
  };
}

function statusOf(matches: Match[], history: HistoryEntry[] = []) {
  return planDeposits([deposit], result(...matches), amounts, history)[0]?.status;
}

describe("planDeposits", () => {
  test("matched when every charge is certain and the sum closes", () => {
    expect(statusOf([pair("11", "21"), pair("12", "22")])).toBe("matched");
  });

  test("suggested when it contains an unknown kind", () => {
    const { settlement } = deposit;
    const topup = {
      id: 13,
      kind: "other" as const,
      description: "",
      gross: 20_00,
      fee: 0,
      net: 20_00,
    };
    const odd: PlannedDeposit = {
      ...deposit,
      settlement: { amount: settlement.amount + 20_00, lines: [...settlement.lines, topup] },
    };
    const found = result(pair("11", "21"), pair("12", "22"));
    expect(planDeposits([odd], found, amounts, [])[0]?.status).toBe("suggested");
  });

  test("suggested while a line without a payment has no account, matched once it has", () => {
    const { settlement } = deposit;
    const found = result(pair("11", "21"), pair("12", "22"));
    const refund = { id: 13, description: "", gross: -20_00, fee: 0, net: -20_00 };
    const kinds = ["refund", "dispute", "adjustment", "reserve", "other"] as const;
    for (const kind of kinds) {
      for (const accountId of [null, "41"]) {
        const lines = [...settlement.lines, { ...refund, kind, accountId }];
        const odd = { ...deposit, settlement: { amount: settlement.amount - 20_00, lines } };
        const [plan] = planDeposits([odd], found, amounts, []);
        expect([kind, plan?.status]).toEqual([kind, accountId ? "matched" : "suggested"]);
      }
    }
  });

  test("suggested when one pair is uncertain", () => {
    expect(statusOf([pair("11", "21"), pair("12", "22", "suggested")])).toBe("suggested");
  });

  test("pending when a charge is left, or nothing was found", () => {
    expect(statusOf([pair("11", "21")])).toBe("pending");
    expect(statusOf([])).toBe("pending");
  });

  test("pending when the sum does not close, however certain the pairs are", () => {
    expect(statusOf([pair("11", "22"), pair("12", "23")])).toBe("pending");
  });

  test("an undone pair is never matched automatically again", () => {
    const facts = { date: "2026-01-05", amount: 50_00, currency: "USD" };
    const undone: HistoryEntry = {
      decision: "undone",
      deposit: { id: "1", ...facts },
      line: { id: "12", type: "charge", date: facts.date, amount: facts.amount },
      payment: { id: "22", ...facts },
    };
    expect(statusOf([pair("11", "21"), pair("12", "22")], [undone])).toBe("suggested");
    expect(statusOf([pair("11", "21"), pair("12", "23")], [undone])).toBe("matched");
  });

  test("a payout without lines has the usual fee where the engine is sure, and an estimated one otherwise", () => {
    const whole: PlannedDeposit = {
      id: "1",
      itemized: false,
      decided: [],
      settlement: { amount: 96_80, lines: [] },
    };
    const match = { ...pair("", "21"), lineIds: [] };
    const feeOf = (decision: Match["decision"]) => {
      const [plan] = planDeposits([whole], result({ ...match, decision }), amounts, []);
      return { status: plan?.status, adjustments: plan?.matches[0]?.adjustments };
    };
    const fee = { kind: "fee", amount: -3_20 };
    expect(feeOf("auto")).toEqual({
      status: "matched",
      adjustments: [{ ...fee, description: "Processing fees" }],
    });
    expect(feeOf("suggested")).toEqual({
      status: "suggested",
      adjustments: [{ ...fee, description: "Processing fees (estimated)" }],
    });
  });
});
