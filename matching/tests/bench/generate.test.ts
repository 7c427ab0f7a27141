import { describe, expect, test } from "vitest";
import { feeOf } from "@/matching/bench/fees";
import { generate, generateMix } from "@/matching/bench/generate";
import {
  type Dataset,
  LINE_SHAPES,
  type Shape,
  type TruthGroup,
  WHOLE_SHAPES,
} from "@/matching/bench/model";
import type { DepositInput, LineInput } from "@/matching/engine/contract";

const SHAPES: readonly Shape[] = [...LINE_SHAPES, ...WHOLE_SHAPES];
const LINES = 1500;
const datasets = new Map(
  SHAPES.map((shape) => [shape, generate({ shape, lines: LINES, seed: 7 })] as const),
);

function datasetOf(shape: Shape): Dataset {
  const dataset = datasets.get(shape);
  if (!dataset) throw new Error(`no data for ${shape}`);
  return dataset;
}

interface Whole {
  deposit: DepositInput;
  lines: LineInput[];
  /** Of the lines, or of the whole deposit. */
  gross: number;
  net: number;
  paid: number[];
}

/** The rows of a truth group. */
function rowsOf({ deposits, payments }: Dataset, group: TruthGroup): Whole {
  const deposit = deposits.find(({ id }) => id === group.depositId);
  if (!deposit) throw new Error(`no deposit ${group.depositId}`);
  const lines = group.lineIds.map((id) => {
    const line = deposit.lines?.find((each) => each.id === id);
    if (!line) throw new Error(`no line ${id} in ${deposit.id}`);
    return line;
  });
  const paid = group.paymentIds.map((id) => {
    const payment = payments.find((each) => each.id === id);
    if (!payment) throw new Error(`no payment ${id}`);
    expect(payment.currency).toBe(deposit.currency);
    return payment.amount;
  });
  const amounts = lines.length > 0 ? lines.map(({ amount }) => amount) : [deposit.amount];
  const fees = lines.map(({ amount }) => (amount > 0 ? feeOf(amount, deposit.currency) : 0));
  return { deposit, lines, gross: sum(amounts), net: sum(amounts) - sum(fees), paid };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

describe.each(SHAPES)("%s", (shape) => {
  test("the same seed gives the same data, another seed other data", () => {
    const again = generate({ shape, lines: LINES, seed: 7 });
    const { deposits, payments, truth } = datasetOf(shape);
    expect(again.deposits).toEqual(deposits);
    expect(again.payments).toEqual(payments);
    expect(again.truth.groups).toEqual(truth.groups);
    expect(generate({ shape, lines: LINES, seed: 8 }).payments).not.toEqual(payments);
  });

  test("no row is in two groups, and every group has rows on both sides", () => {
    const { groups } = datasetOf(shape).truth;
    const left = groups.flatMap(({ depositId, lineIds }) =>
      lineIds.length > 0 ? lineIds : [depositId],
    );
    const right = groups.flatMap(({ paymentIds }) => paymentIds);
    expect(new Set(left).size).toBe(left.length);
    expect(new Set(right).size).toBe(right.length);
    expect(groups.every(({ paymentIds }) => paymentIds.length > 0)).toBe(true);
    expect(groups.length).toBeGreaterThan(50);
  });

  test("a group's payments add up to its lines: gross, net, or the stated deviation", () => {
    const dataset = datasetOf(shape);
    for (const group of dataset.truth.groups) {
      const { gross, net, paid } = rowsOf(dataset, group);
      expect(sum(paid) - gross).toBe(group.deviation);
      if (STATES_ITS_DEVIATION.has(group.kind)) expect(group.deviation).not.toBe(0);
      else expect([gross, net]).toContain(sum(paid));
    }
  });

  test("amounts are whole minor units and ids are unique", () => {
    const { deposits, payments } = datasetOf(shape);
    const lines = deposits.flatMap((deposit) => deposit.lines ?? []);
    for (const rows of [deposits, payments, lines]) {
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      for (const { amount } of rows) expect(Number.isSafeInteger(amount)).toBe(true);
    }
  });

  test("facts show a row's data and nothing hidden", () => {
    const { deposits, payments, truth } = datasetOf(shape);
    for (const { id, customerName, email, note } of payments) {
      const facts = truth.paymentFacts.get(id);
      const shown = customerName !== undefined || email !== undefined || note !== undefined;
      if (facts?.showsCustomer) expect(shown).toBe(true);
    }
    for (const line of deposits.flatMap(({ lines }) => lines ?? [])) {
      const { id, entity, email, reference, description } = line;
      const facts = truth.lineFacts.get(id);
      if (facts?.showsCustomer) expect(entity ?? email ?? description).toBeDefined();
      const text = `${description ?? ""} ${reference ?? ""}`;
      for (const shown of facts?.references ?? []) expect(text).toContain(shown);
    }
  });
});

const STATES_ITS_DEVIATION: ReadonlySet<string> = new Set([
  "transposed",
  "small_difference",
  "days_less_fee",
  "batch_less_fee",
]);

test("a payout is the net sum of its lines", () => {
  const { deposits } = datasetOf("donations");
  const stated = deposits.filter(({ lines }) => lines?.every(({ net }) => net !== undefined));
  expect(stated.length).toBeGreaterThan(0);
  for (const { amount, lines } of stated) {
    expect(sum((lines ?? []).map(({ net }) => net ?? 0))).toBe(amount);
  }
});

test("swapped digits are the same digits", () => {
  const dataset = datasetOf("statement");
  const swapped = dataset.truth.groups.filter(({ kind }) => kind === "transposed");
  expect(swapped.length).toBeGreaterThan(0);
  for (const group of swapped) {
    const { gross, paid } = rowsOf(dataset, group);
    const digits = (amount: number) => [...String(Math.abs(amount))].sort().join("");
    expect(digits(sum(paid))).toBe(digits(gross));
  }
});

test("a day's sum covers every charge of that day in its payout", () => {
  const dataset = generate({ shape: "shop", lines: 5000, seed: 7 });
  const sums = dataset.truth.groups.filter(({ kind }) => kind === "daily_sum");
  expect(sums.length).toBeGreaterThan(0);
  for (const group of sums) {
    const { deposit, lines } = rowsOf(dataset, group);
    const [first] = lines;
    const ofThatDay = (deposit.lines ?? []).filter(
      ({ type, date }) => type === "charge" && date === first?.date,
    );
    expect(ofThatDay.map(({ id }) => id).sort()).toEqual([...group.lineIds].sort());
  }
});

test("a brand's sum covers every charge of its brand and day in its payout", () => {
  const dataset = generate({ shape: "orders", lines: 6000, seed: 7 });
  const sums = dataset.truth.groups.filter(({ kind }) => kind === "brand_sum");
  expect(sums.length).toBeGreaterThan(10);
  for (const group of sums) {
    const { deposit, lines } = rowsOf(dataset, group);
    const [first] = lines;
    const brand = /Visa|Mastercard|Amex/.exec(first?.description ?? "")?.[0] ?? "none";
    const ofThatBrand = (deposit.lines ?? []).filter(
      ({ type, date, description }) =>
        type === "charge" && date === first?.date && description?.includes(brand),
    );
    expect(ofThatBrand.map(({ id }) => id).sort()).toEqual([...group.lineIds].sort());
    expect(lines.length).toBeLessThan(100);
  }
});

test("orders are dense, repeat few amounts and are mostly made by strangers", () => {
  const { deposits, truth } = generate({ shape: "orders", lines: 3000, seed: 7 });
  const charges = deposits.flatMap(({ lines }) => lines ?? []).filter(({ amount }) => amount > 0);
  const days = new Set(charges.map(({ date }) => date)).size;
  expect(charges.length / days).toBeGreaterThan(600);
  expect(new Set(charges.map(({ amount }) => amount)).size).toBeLessThan(charges.length / 6);
  const customers = new Set(charges.map(({ id }) => truth.lineFacts.get(id)?.customer));
  expect(customers.size).toBeGreaterThan(0.9 * charges.length);
});

test("names come in many scripts, and the two sides often differ in theirs", () => {
  const { deposits, payments, truth } = datasetOf("languages");
  const lines = deposits.flatMap((deposit) => deposit.lines ?? []);
  const names = [...lines.map(({ entity }) => entity), ...payments.map((row) => row.customerName)];
  for (const script of ["Latin", "Greek", "Cyrillic", "Arabic", "Han", "Katakana"]) {
    const letters = new RegExp(`\\p{Script=${script}}`, "u");
    expect(names.some((name) => name !== undefined && letters.test(name))).toBe(true);
  }
  const entities = new Map(lines.map(({ id, entity }) => [id, entity]));
  const customers = new Map(payments.map(({ id, customerName }) => [id, customerName]));
  const pairs = truth.groups.flatMap(({ lineIds: [line = ""], paymentIds: [payment = ""] }) => {
    const [left, right] = [entities.get(line), customers.get(payment)];
    return left === undefined || right === undefined ? [] : [left === right];
  });
  const alike = pairs.filter(Boolean).length / pairs.length;
  expect(alike).toBeGreaterThan(0.1);
  expect(alike).toBeLessThan(0.5);
});

test("between a tenth and a fifth of the rows are not in dollars", () => {
  const { payments } = datasetOf("subscriptions");
  const foreign = payments.filter(({ currency }) => currency !== "USD");
  expect(foreign.length / payments.length).toBeGreaterThan(0.1);
  expect(foreign.length / payments.length).toBeLessThan(0.2);
  expect(new Set(foreign.map(({ currency }) => currency))).toEqual(new Set(["EUR", "GBP", "JPY"]));
});

test("a mix has four lines of business in one ledger, with unique ids", () => {
  const { deposits, payments } = generateMix(2000, 3);
  const lines = deposits.flatMap((deposit) => deposit.lines ?? []);
  expect(lines.length).toBeGreaterThan(1800);
  expect(lines.length).toBeLessThan(2200);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  expect(new Set(payments.map(({ id }) => id)).size).toBe(payments.length);
});

test("agencies: people pay, the books name firms and hardly an address", () => {
  const { deposits, payments } = datasetOf("agencies");
  const lines = deposits.flatMap((deposit) => deposit.lines ?? []);
  const inBooks = new Set(payments.map(({ customerName }) => customerName));
  const paidInTheirName = lines.filter(({ entity }) => entity && inBooks.has(entity));
  expect(paidInTheirName.length / lines.length).toBeLessThan(0.2);
  expect(payments.filter(({ email }) => email).length / payments.length).toBeLessThan(0.05);
});

test("agencies: a group's rows are of one customer, also where one payer pays for several", () => {
  const { truth } = datasetOf("agencies");
  const shared = truth.groups.filter(({ lineIds }) =>
    lineIds.some((id) => truth.lineFacts.get(id)?.among),
  );
  expect(shared.length).toBeGreaterThan(20);
  for (const { lineIds, paymentIds } of truth.groups) {
    const customers = [
      ...lineIds.map((id) => truth.lineFacts.get(id)?.customer),
      ...paymentIds.map((id) => truth.paymentFacts.get(id)?.customer),
    ];
    expect(new Set(customers).size).toBe(1);
  }
});

test("club: a line covers up to twelve dues of one family", () => {
  const { truth } = datasetOf("club");
  const dues = truth.groups.filter(({ kind }) => kind === "family_dues");
  const counts = dues.map(({ paymentIds }) => paymentIds.length);
  expect(Math.min(...counts)).toBe(2);
  expect(Math.max(...counts)).toBeGreaterThan(4);
  expect(Math.max(...counts)).toBeLessThanOrEqual(12);
  for (const { lineIds, paymentIds } of dues) {
    const family = truth.lineFacts.get(lineIds[0] ?? "")?.among;
    if (!family) continue;
    for (const id of paymentIds) expect(family).toContain(truth.paymentFacts.get(id)?.customer);
  }
});

test.each([2_000, 20_000])(
  "club: about as many lines as asked for, also over seasons (%i)",
  (lines) => {
    const { deposits } = generate({ shape: "club", lines, seed: 7, keepTruth: false });
    const count = deposits.reduce((sum, deposit) => sum + (deposit.lines?.length ?? 0), 0);
    expect(Math.abs(count / lines - 1)).toBeLessThan(0.05);
  },
);

test("club: most dues are paid within the weeks of renewal", () => {
  const { deposits } = generate({ shape: "club", lines: 5000, seed: 7 });
  const days = deposits.flatMap(({ lines }) => (lines ?? []).map(({ date }) => date));
  const within = days.filter((date) => date >= "2023-01-11" && date < "2023-02-14");
  expect(within.length / days.length).toBeGreaterThan(0.5);
});
