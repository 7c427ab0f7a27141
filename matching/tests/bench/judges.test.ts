import { describe, expect, test } from "vitest";
import { REFERENCE_WIDTH } from "@/matching/bench/books";
import { feeOf } from "@/matching/bench/fees";
import { generate } from "@/matching/bench/generate";
import { type Dataset, JUDGE_SHAPES, type JudgeShape } from "@/matching/bench/model";
import type { LineInput, PaymentInput } from "@/matching/engine/contract";

const LINES = 2000;
const SEEDS = [7, 8] as const;
const STATES_ITS_DEVIATION: ReadonlySet<string> = new Set(["transposed", "small_difference"]);
const books = new Map(
  JUDGE_SHAPES.map((shape) => {
    return [shape, SEEDS.map((seed) => generate({ shape, lines: LINES, seed }))] as const;
  }),
);

function booksOf(shape: JudgeShape): Dataset[] {
  return books.get(shape) ?? [];
}

function linesOf({ deposits }: Dataset): LineInput[] {
  return deposits.flatMap(({ lines }) => lines ?? []);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** Of one line: the stated one, or where it is hidden the processor's. */
function trueFee({ type, amount, fee, net }: LineInput, currency: string): number {
  if (type !== "charge") return 0;
  return fee ?? (net === undefined ? feeOf(amount, currency) : amount - net);
}

function byId<Row extends { id: string }>(rows: readonly Row[]): (id: string) => Row {
  const found = new Map(rows.map((row) => [row.id, row]));
  return (id) => {
    const row = found.get(id);
    if (!row) throw new Error(`no row ${id}`);
    return row;
  };
}

describe.each(JUDGE_SHAPES)("%s", (shape) => {
  test("the same seed gives the same data, another seed another company", () => {
    const [first, second] = booksOf(shape);
    const again = generate({ shape, lines: LINES, seed: SEEDS[0] });
    expect(again.deposits).toEqual(first?.deposits);
    expect(again.payments).toEqual(first?.payments);
    expect(again.truth).toEqual(first?.truth);
    expect(second?.payments).not.toEqual(first?.payments);
  });

  test("about as many lines as asked for", () => {
    for (const dataset of booksOf(shape)) {
      expect(linesOf(dataset).length).toBeGreaterThanOrEqual(LINES);
      expect(linesOf(dataset).length).toBeLessThan(LINES * 1.08);
    }
  });

  test("ids are unique, amounts whole, and a payout is the net sum of its lines", () => {
    for (const { deposits, payments } of booksOf(shape)) {
      const lines = deposits.flatMap((deposit) => deposit.lines ?? []);
      for (const rows of [deposits, payments, lines]) {
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
        expect(rows.every(({ amount }) => Number.isSafeInteger(amount))).toBe(true);
      }
      for (const { amount, currency, lines: own = [] } of deposits) {
        const fees = own.map((line) => trueFee(line, currency));
        expect(sum(own.map((line) => line.amount)) - sum(fees)).toBe(amount);
      }
    }
  });

  test("no row is in two groups, and a group names the payout of its first line", () => {
    for (const dataset of booksOf(shape)) {
      const { groups } = dataset.truth;
      const depositOf = new Map(
        dataset.deposits.flatMap(({ id, lines }) => (lines ?? []).map((line) => [line.id, id])),
      );
      const left = groups.flatMap(({ lineIds }) => lineIds);
      const right = groups.flatMap(({ paymentIds }) => paymentIds);
      expect(new Set(left).size).toBe(left.length);
      expect(new Set(right).size).toBe(right.length);
      for (const { depositId, lineIds, paymentIds } of groups) {
        expect(lineIds.length).toBeGreaterThan(0);
        expect(depositOf.get(lineIds[0] ?? "")).toBe(depositId);
        expect(paymentIds.length).toBeGreaterThan(0);
      }
    }
  });

  test("a group's payments add up to its lines: gross, net, or the stated deviation", () => {
    for (const dataset of booksOf(shape)) {
      const line = byId(linesOf(dataset));
      const payment = byId(dataset.payments);
      const deposit = byId(dataset.deposits);
      for (const { depositId, lineIds, paymentIds, kind, deviation } of dataset.truth.groups) {
        const { currency } = deposit(depositId);
        expect(paymentIds.every((id) => payment(id).currency === currency)).toBe(true);
        const lines = lineIds.map(line);
        const gross = sum(lines.map(({ amount }) => amount));
        const fees = lines.map((one) => trueFee(one, currency));
        const paid = sum(paymentIds.map((id) => payment(id).amount));
        expect(paid - gross).toBe(deviation);
        if (STATES_ITS_DEVIATION.has(kind)) expect(deviation).not.toBe(0);
        else expect(paid).toBe(kind === "net_recorded" ? gross - sum(fees) : gross);
      }
    }
  });

  test("facts show a row's data and nothing hidden", () => {
    for (const dataset of booksOf(shape)) {
      const { lineFacts, paymentFacts } = dataset.truth;
      for (const { id, entity, email, description, reference, numbers = [] } of linesOf(dataset)) {
        const facts = lineFacts.get(id);
        if (facts?.showsCustomer) expect(entity ?? email ?? description).toBeDefined();
        const fields = numbers.map(({ value }) => value).join(" ");
        const text = `${description ?? ""} ${reference ?? ""} ${fields}`;
        for (const shown of facts?.references ?? []) expect(text).toContain(shown);
      }
      for (const { id, customerName, email, note, reference } of dataset.payments) {
        const facts = paymentFacts.get(id);
        if (facts?.showsCustomer) expect(customerName ?? email ?? note).toBeDefined();
        const text = `${note ?? ""} ${reference ?? ""}`;
        for (const shown of facts?.references ?? []) {
          expect(text).toContain(shown.slice(0, REFERENCE_WIDTH));
        }
      }
    }
  });

  test("some companies have customer profiles, others none at all", () => {
    const shares = Array.from({ length: 12 }, (_, i) => {
      const { payments } = generate({ shape, lines: 200, seed: 20 + i });
      return payments.filter(({ customer }) => customer).length / payments.length;
    });
    const without = shares.filter((share) => share === 0).length;
    expect(without).toBeGreaterThan(1);
    expect(without).toBeLessThan(11);
  });
});

test("rents: the same rent for many units, mostly paid in the first days of the month", () => {
  for (const dataset of booksOf("rents")) {
    const charges = linesOf(dataset).filter(({ type }) => type === "charge");
    const month = charges.filter(({ date }) => date.startsWith("2023-06"));
    expect(new Set(month.map(({ amount }) => amount)).size).toBeLessThan(month.length * 0.7);
    const early = charges.filter(({ date }) => Number(date.slice(8)) <= 6);
    expect(early.length / charges.length).toBeGreaterThan(0.75);
    const { groups, lineFacts, paymentFacts } = dataset.truth;
    for (const { lineIds, paymentIds } of groups) {
      const lines = lineIds.map((id) => lineFacts.get(id)?.customer);
      const payments = paymentIds.map((id) => paymentFacts.get(id)?.customer);
      expect(new Set([...lines, ...payments]).size).toBe(1);
    }
  }
});

test("rents: rows that show only a parent of several tenants leave open which it is", () => {
  const facts = booksOf("rents").flatMap(({ truth }) => [...truth.lineFacts.values()]);
  const open = facts.filter(({ among }) => among !== undefined);
  expect(open.length).toBeGreaterThan(10);
  for (const { among = [], customer } of open) expect(among).toContain(customer);
});

test("counter: hundreds of charges have a handful of receipts, by day or by what lines print", () => {
  const datasets = [1, 2, 3, 4, 5, 6].map((seed) => {
    return generate({ shape: "counter", lines: 1500, seed });
  });
  const kinds = new Set(datasets.flatMap(({ truth }) => truth.groups.map(({ kind }) => kind)));
  expect([...kinds]).toEqual(expect.arrayContaining(["daily_sum", "many_to_many", "one_to_one"]));
  for (const dataset of datasets) {
    expect(dataset.payments.length).toBeLessThan(linesOf(dataset).length / 4);
    const line = byId(linesOf(dataset));
    for (const { kind, lineIds } of dataset.truth.groups) {
      if (kind !== "daily_sum") continue;
      const days = new Set(lineIds.map((id) => line(id).date));
      const ofThatDay = linesOf(dataset).filter(({ type, date, description = "" }) => {
        return type === "charge" && days.has(date) && description.startsWith("Card present");
      });
      expect(ofThatDay.every(({ id }) => lineIds.includes(id))).toBe(true);
    }
  }
});

test("imports: of orders imported twice, the true version agrees in amount", () => {
  for (const dataset of booksOf("imports")) {
    const { truth, payments } = dataset;
    const bound = new Set(truth.groups.flatMap(({ paymentIds }) => paymentIds));
    const sales = new Map<string, PaymentInput[]>();
    for (const payment of payments) {
      const [number] = truth.paymentFacts.get(payment.id)?.references ?? [];
      const isCard = !/PayPal|gift card|tax|other/.test(payment.note ?? "");
      if (number === undefined || payment.amount < 0 || !isCard) continue;
      sales.set(number, [...(sales.get(number) ?? []), payment]);
    }
    const twice = [...sales.values()].filter((rows) => rows.length > 1);
    expect(twice.length).toBeGreaterThan(8);
    for (const rows of twice) {
      expect(rows.filter(({ id }) => bound.has(id)).length).toBeLessThanOrEqual(1);
    }
    expect(payments.filter(({ note }) => note?.includes("PayPal")).length).toBeGreaterThan(150);
    expect(payments.some(({ id, note }) => note?.includes("PayPal") && bound.has(id))).toBe(false);
  }
});

test("mixed: three of a hundred charges are not in the books, which hold others beside", () => {
  for (const dataset of booksOf("mixed")) {
    const { groups } = dataset.truth;
    const charges = linesOf(dataset).filter(({ type }) => type === "charge");
    const found = new Set(groups.flatMap(({ lineIds }) => lineIds));
    const missing = charges.filter(({ id }) => !found.has(id)).length / charges.length;
    expect(missing).toBeGreaterThan(0.015);
    expect(missing).toBeLessThan(0.055);
    const bound = new Set(groups.flatMap(({ paymentIds }) => paymentIds));
    const extra = dataset.payments.filter(({ id }) => !bound.has(id)).length / charges.length;
    expect(extra).toBeGreaterThan(0.02);
    expect(extra).toBeLessThan(0.06);
  }
});

test("marketplace: parts and parcels of an order have one receipt, and cash never was in a payout", () => {
  const datasets = Array.from({ length: 12 }, (_, i) => {
    return generate({ shape: "marketplace", lines: 1000, seed: 1 + i });
  });
  const kinds = new Set(datasets.flatMap(({ truth }) => truth.groups.map(({ kind }) => kind)));
  const expected = ["order_sum", "daily_sum", "refund", "several_invoices", "many_to_many"];
  expect([...kinds]).toEqual(expect.arrayContaining(expected));
  for (const { deposits, payments, truth } of datasets) {
    expect(new Set(deposits.map(({ processor }) => processor)).size).toBe(2);
    const bound = new Set(truth.groups.flatMap(({ paymentIds }) => paymentIds));
    const cash = payments.filter(({ customerName }) => customerName === "Cash Sale");
    expect(cash.some(({ id }) => bound.has(id))).toBe(false);
  }
});

test("marketplace: most payouts have every charge in the books", () => {
  const open = { payouts: 0, complete: 0 };
  for (let seed = 30; seed < 42; seed++) {
    const { deposits, truth } = generate({ shape: "marketplace", lines: LINES, seed });
    const bound = new Set(truth.groups.flatMap(({ lineIds }) => lineIds));
    for (const { lines = [] } of deposits) {
      open.payouts++;
      if (lines.every(({ id, type }) => type !== "charge" || bound.has(id))) open.complete++;
    }
  }
  expect(open.complete / open.payouts).toBeGreaterThan(0.6);
  expect(open.complete / open.payouts).toBeLessThan(0.85);
});

test("practice: receipts of one charge for several patients are of one household", () => {
  for (const { truth } of booksOf("practice")) {
    const visits = truth.groups.filter(({ kind }) => kind === "family_visit");
    expect(visits.length).toBeGreaterThan(10);
    for (const { lineIds, paymentIds } of visits) {
      expect(paymentIds.length).toBeGreaterThan(1);
      const household = truth.lineFacts.get(lineIds[0] ?? "")?.among;
      if (!household) continue;
      for (const id of paymentIds) {
        expect(household).toContain(truth.paymentFacts.get(id)?.customer);
      }
    }
  }
});

test("practice: most payouts have all their payments in the books", () => {
  for (const seed of [1, 2, 3, 4]) {
    const { deposits, truth } = generate({ shape: "practice", lines: LINES, seed });
    const recorded = new Set(truth.groups.flatMap(({ lineIds }) => lineIds));
    const complete = deposits.filter(({ lines = [] }) => lines.every(({ id }) => recorded.has(id)));
    expect(complete.length / deposits.length).toBeGreaterThan(0.55);
    expect(complete.length / deposits.length).toBeLessThan(0.85);
  }
});

test("practice: an insurer's charge is one sum for several patients", () => {
  const datasets = [1, 2, 3, 4].map((seed) => generate({ shape: "practice", lines: LINES, seed }));
  const sums = datasets.flatMap(({ truth }) => {
    return truth.groups.filter(({ kind }) => kind === "insurer_card");
  });
  expect(sums.length).toBeGreaterThan(20);
  for (const { paymentIds } of sums) {
    expect(paymentIds.length).toBeGreaterThan(1);
    expect(paymentIds.length).toBeLessThanOrEqual(7);
  }
});
