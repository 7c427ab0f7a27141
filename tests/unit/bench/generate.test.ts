import { describe, expect, test } from "vitest";
import { Books } from "@/bench/matching/books";
import { feeOf } from "@/bench/matching/fees";
import { generate, generateMix } from "@/bench/matching/generate";
import {
  type Dataset,
  LINE_SHAPES,
  type Shape,
  type TruthGroup,
  WHOLE_SHAPES,
} from "@/bench/matching/model";
import { Random } from "@/bench/matching/random";
import { languagesWith } from "@/bench/matching/shapes/languages";
import { ordersWith } from "@/bench/matching/shapes/orders";
import type { DepositInput, LineInput } from "@/server/matching/contract";

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
      const text = `${reference} ${description}`;
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

test.each([
  ["languages", languagesWith],
  ["orders", ordersWith],
] as const)("%s: profiles are added to the same books", (_, shapeWith) => {
  const write = (profiles: boolean) => {
    const books = new Books(new Random(7, "books"), { prefix: "", keepTruth: true });
    shapeWith({ profiles })({ books, random: new Random(7, "shape"), lines: 400 });
    return books.close();
  };
  const [plain, known] = [write(false), write(true)];
  const linesOf = ({ deposits }: Dataset) => deposits.flatMap(({ lines }) => lines ?? []);
  const without = <Row extends { customer?: unknown }>({ customer: _customer, ...row }: Row) => row;
  expect(known.payments.map(without)).toEqual(plain.payments);
  expect(linesOf(known).map(without)).toEqual(linesOf(plain));
  expect(linesOf(known).some(({ customer }) => customer?.id !== undefined)).toBe(true);
  expect(known.payments.some(({ customer }) => customer?.names !== undefined)).toBe(true);
  expect(known.payments.filter(({ customer }) => customer).length).toBeGreaterThan(200);
  expect(plain.payments.some(({ customer }) => customer)).toBe(false);
});

test("between a tenth and a fifth of the rows are not in dollars", () => {
  const { payments } = datasetOf("subscriptions");
  const foreign = payments.filter(({ currency }) => currency !== "USD");
  expect(foreign.length / payments.length).toBeGreaterThan(0.1);
  expect(foreign.length / payments.length).toBeLessThan(0.2);
  expect(new Set(foreign.map(({ currency }) => currency))).toEqual(new Set(["EUR", "GBP", "JPY"]));
});

test("a mix has every shape with lines in one ledger, with unique ids", () => {
  const { deposits, payments } = generateMix(2000, 3);
  const lines = deposits.flatMap((deposit) => deposit.lines ?? []);
  expect(lines.length).toBeGreaterThan(1800);
  expect(lines.length).toBeLessThan(2200);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  expect(new Set(payments.map(({ id }) => id)).size).toBe(payments.length);
});
