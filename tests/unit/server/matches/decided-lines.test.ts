import { describe, expect, test } from "vitest";
import type { Match } from "@/matching/engine/contract";
import { openPart } from "@/server/deposits/settlement-rows";
import { type PlannedDeposit, planDeposits } from "@/server/matches/plan-deposits";

const lines = [
  { id: 11, kind: "charge", description: "", gross: 100_00, fee: 3_20, net: 96_80 },
  { id: 12, kind: "charge", description: "", gross: 50_00, fee: 0, net: 50_00 },
] as const;
const deposit = (...decided: PlannedDeposit["decided"]): PlannedDeposit => ({
  ...{ id: "1", itemized: true, decided },
  settlement: { amount: 146_80, lines: [...lines] },
});
const by = (lineId: number, amount: number) => ({
  ...{ lineIds: [lineId], payments: [{ amount }], adjustments: [] },
});
const found: Match = {
  ...{ depositId: "1", lineIds: ["11"], paymentIds: ["21"], kind: "one_to_one" },
  ...{ decision: "auto", probability: 0.99, difference: 0, currency: "USD", evidence: [] },
  alternatives: { count: 0, best: null },
};
const statusOf = (planned: PlannedDeposit, ...matches: Match[]) =>
  planDeposits([planned], { matches }, new Map([["21", 100_00]]), [])[0]?.status;

describe("what users have decided", () => {
  test("counts in the sum and is sure", () => {
    expect(statusOf(deposit(by(12, 50_00)), found)).toBe("matched");
    expect(statusOf(deposit(by(12, 50_00)), { ...found, decision: "suggested" })).toBe("suggested");
    expect(statusOf(deposit(by(11, 100_00), by(12, 50_00)))).toBe("matched");
  });

  test("closes nothing alone", () => {
    expect(statusOf(deposit(by(12, 50_00)))).toBe("pending");
    expect(statusOf(deposit(by(12, 49_00)), found)).toBe("pending");
  });

  test("is left out of what is still to be matched, with its part of the amount", () => {
    const rows = {
      amount: 146_80n,
      lines: [
        { id: 11, net: 96_80n },
        { id: 12, net: 50_00n },
      ],
    };
    expect(openPart(rows, new Set([11]))).toEqual({
      amount: 50_00n,
      lines: [{ id: 12, net: 50_00n }],
    });
    expect(openPart(rows, new Set())).toBe(rows);
  });
});
