import { describe, expect, test } from "vitest";
import type { SourceLine, SourcePayout } from "@/server/providers/types";
import { nextSince } from "@/server/sync/claim-run";
import { bankDeposits } from "@/server/sync/deposits-in-books";

const DAY = 86_400;

const batch = (changes: Partial<SourcePayout> = {}): SourcePayout => ({
  providerId: "60142002",
  status: "paid",
  date: "2026-11-23",
  amount: null,
  currency: "USD",
  description: "Card batch",
  itemized: true,
  complete: true,
  paidBy: "card",
  raw: {},
  ...changes,
});

const line = (gross: number, paidBy?: SourceLine["paidBy"]): SourceLine => ({
  ...{ providerId: `t${gross}`, kind: "charge", providerKind: "settledSuccessfully" },
  ...{ date: "2026-11-23", gross, fee: 0, net: gross, currency: "USD", feePredicted: false },
  ...{ description: "", customerName: "", customerEmail: "", customer: null, reference: "" },
  ...(paidBy && { paidBy }),
  raw: {},
});

const funding = { cardDays: 2, echeckDays: 7, amexApart: true, amexDays: 3 };
const choices = { funding, today: "2026-11-25" };

describe("what reaches the bank of a batch", () => {
  test("is dated by bank days, and on its way until then", () => {
    const parts = bankDeposits(batch(), [line(100)], { ...choices, today: "2026-11-24" });
    expect(parts).toMatchObject([
      { settledOn: "2026-11-23", payout: { date: "2026-11-25", status: "in_transit" } },
    ]);
    const [arrived] = bankDeposits(batch(), [line(100)], choices);
    expect(arrived?.payout.status).toBe("paid");
  });

  test("waits longer for eChecks, over Thanksgiving", () => {
    const [part] = bankDeposits(batch({ paidBy: "echeck" }), [line(100)], choices);
    expect(part?.payout).toMatchObject({ date: "2026-12-03", status: "in_transit" });
  });

  test("is two deposits where American Express pays apart; the batch's own id comes last", () => {
    const parts = bankDeposits(batch(), [line(100), line(40, "amex"), line(7)], choices);
    expect(parts.map(({ payout }) => [payout.providerId, payout.date, payout.paidBy])).toEqual([
      ["60142002-amex", "2026-11-27", "amex"],
      ["60142002", "2026-11-25", "card"],
    ]);
    expect(parts.map(({ lines }) => lines.map(({ gross }) => gross))).toEqual([[40], [100, 7]]);
  });

  test("keeps the batch's id where all of it is American Express", () => {
    const parts = bankDeposits(batch(), [line(40, "amex")], choices);
    expect(parts.map(({ payout }) => payout.providerId)).toEqual(["60142002"]);
    expect(parts[0]?.payout).toMatchObject({ paidBy: "amex", date: "2026-11-27" });
  });

  test("is one deposit where American Express does not", () => {
    const together = { ...choices, funding: { ...funding, amexApart: false } };
    expect(bankDeposits(batch(), [line(100), line(40, "amex")], together)).toHaveLength(1);
  });

  test("is the payout itself where the source says when the money arrives", () => {
    const { paidBy: _, ...payout } = batch();
    expect(bankDeposits(payout, [line(1)], choices)).toEqual([{ payout, lines: [line(1)] }]);
  });
});

describe("where the next sync starts", () => {
  const startedAt = Date.parse("2026-11-23T12:00:00Z") / 1000;
  const since = (payouts: SourcePayout[], unreadable: string[] = []) =>
    (startedAt - nextSince(startedAt, payouts, new Set(unreadable))) / DAY;

  test("is 30 days back, for payouts that change", () => {
    expect(since([])).toBe(30);
    expect(since([batch({ date: "2026-10-01" })])).toBe(30);
  });

  test("is before what is unfinished or unreadable, as long as that is worth it", () => {
    const waiting = { complete: false, status: "pending" } as const;
    expect(since([batch({ ...waiting, date: "2026-10-10" })])).toBeCloseTo(54.5);
    expect(since([batch({ date: "2026-10-10" })], ["60142002"])).toBeCloseTo(54.5);
    expect(since([batch({ ...waiting, date: "2025-01-01" })])).toBe(90);
    expect(since([batch({ date: "2025-01-01" })], ["60142002"])).toBe(90);
  });

  test("doesn't wait for a state that we don't know, or for a payout that failed", () => {
    const unknown = { complete: false, status: "pending", unknownState: "odd" } as const;
    expect(since([batch({ ...unknown, date: "2026-10-10" })])).toBe(30);
    expect(since([batch({ complete: false, status: "failed", date: "2026-10-10" })])).toBe(30);
  });
});
