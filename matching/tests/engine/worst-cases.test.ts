import { describe, expect, it } from "vitest";
import { fromDayNumber } from "@/lib/dates";
import type { DepositInput, LineInput, PaymentInput } from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";

const COUNT = 10_000;
const DATE = "2026-03-02";
const MAX_CPU_SECONDS = 10;

/** Runs the engine and bounds its processor time: no input may make it exponential. */
function matchWithin(deposits: DepositInput[], rows: PaymentInput[]) {
  const before = process.cpuUsage();
  const result = match(deposits, rows, { algorithm: "smart" });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(MAX_CPU_SECONDS);
  return result;
}

function lines(count: number, facts: (i: number) => Partial<LineInput>): LineInput[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `l${i}`,
    type: "charge",
    date: DATE,
    amount: 2900,
    ...facts(i),
  }));
}

function payments(count: number, facts: (i: number) => Partial<PaymentInput>): PaymentInput[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `p${i}`,
    date: DATE,
    amount: 2900,
    currency: "USD",
    ...facts(i),
  }));
}

function deposit(of: LineInput[]) {
  const amount = of.reduce((sum, line) => sum + line.amount, 0);
  return { id: "po_1", date: "2026-03-05", amount, currency: "USD", lines: of };
}

describe("ten thousand equal amounts on one day", () => {
  it("are left open when nothing distinguishes them", () => {
    const { matches, unmatched } = matchWithin(
      [deposit(lines(COUNT, () => ({})))],
      payments(COUNT, () => ({})),
    );
    expect(matches).toEqual([]);
    expect(new Set(unmatched.lines.map((row) => row.reason))).toEqual(new Set(["ambiguous"]));
    expect(unmatched.payments).toHaveLength(COUNT);
  });

  it("are matched where a reference distinguishes them", () => {
    const { stats, matches } = matchWithin(
      [deposit(lines(COUNT, (i) => ({ reference: `ch_3Zq${i + COUNT}abcdefgh` })))],
      payments(COUNT, (i) => ({ reference: `ch_3Zq${COUNT * 2 - 1 - i}abcdefgh` })),
    );
    expect(stats.auto).toBe(COUNT);
    expect(matches.every((one) => sum(one.lineIds, one.paymentIds) === COUNT - 1)).toBe(true);
  });
});

it("a thousand payments near one sum are left open", () => {
  const near = payments(1000, (i) => ({
    date: fromDayNumber(20_514 + (i % 5)),
    amount: 1000 + ((i * 7919) % 5000),
    customerName: "Acme Dental",
  }));
  const whole = { id: "d1", date: "2026-03-05", amount: 1_234_567, currency: "USD" };
  const one = lines(1, () => ({ amount: 54_321, entity: "Acme Dental" }));
  const result = matchWithin([whole, deposit(one)], near);
  expect(result.stats.auto).toBe(0);
});

it("odd rows of the right type do not make the engine fail", () => {
  const odd = lines(3, (i) => ({ date: ["", "2026-02-30", "9999-12-31"][i] ?? "", entity: "…" }));
  const result = match(
    [deposit(odd), { id: "", date: "never", amount: 0, currency: "" }],
    payments(3, (i) => ({
      id: "same",
      date: "",
      customerName: " ",
      amount: [0, 2900, -1][i] ?? 0,
    })),
    { algorithm: "smart" },
  );
  expect(result.matches).toEqual([]);
});

function sum(...lists: string[][]): number {
  return lists.flat().reduce((total, id) => total + Number(id.slice(1)), 0);
}
