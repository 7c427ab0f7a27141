import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "@/lib/dates";
import type { Algorithm, Match } from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";
import { type Ledger, ledger } from "./ledgers";

const RUNS = { numRuns: 150 };
const algorithms: Algorithm[] = ["smart", "exact", "fuzzy"];

/** Reads all evidence, which is computed on access. */
function run({ deposits, payments }: Ledger, algorithm: Algorithm = "smart") {
  const { matches, ...rest } = match(deposits, payments, { algorithm });
  const read = matches.map((one) => {
    const { evidence, alternatives } = one;
    return { ...one, evidence, alternatives };
  });
  return { ...rest, matches: read };
}

describe.each(algorithms)("any ledger (%s)", (algorithm) => {
  it("no payment, line or deposit is in two matches, and open rows are in none", () => {
    fc.assert(
      fc.property(ledger, (rows) => {
        const { matches, unmatched } = run(rows, algorithm);
        const payments = matches.flatMap((one) => one.paymentIds);
        const items = matches.flatMap(itemsOf);
        expect(new Set(payments).size).toBe(payments.length);
        expect(new Set(items).size).toBe(items.length);
        expect(payments).not.toEqual(expect.arrayContaining(openOr(unmatched.payments)));
        expect(payments.length + unmatched.payments.length).toBe(rows.payments.length);
      }),
      RUNS,
    );
  });

  it("differences, kinds, probabilities and weights are right", () => {
    fc.assert(
      fc.property(ledger, (rows) => {
        for (const one of run(rows, algorithm).matches) expectSound(one, rows);
      }),
      RUNS,
    );
  });
});

describe("what is not in the books", () => {
  it("is a probability, with the candidates at most 1, for every open line", () => {
    fc.assert(
      fc.property(ledger, (rows) => {
        for (const { notInBooks = Number.NaN, candidates = [] } of run(rows).unmatched.lines) {
          expect(notInBooks).toBeGreaterThanOrEqual(0);
          expect(candidates.length).toBeLessThanOrEqual(3);
          const sum = candidates.reduce((all, { probability }) => all + probability, notInBooks);
          expect(sum).toBeLessThanOrEqual(1 + 1e-9);
        }
      }),
      RUNS,
    );
  });

  it("open invoices that no line names or fits change nothing, whatever the order of all", () => {
    fc.assert(
      fc.property(ledger, ledger, (rows, others) => {
        const invoices = others.payments.map(({ reference, ...row }) => ({
          ...row,
          number: reference && `77${reference}`,
          amount: row.amount + 7,
          balance: row.amount + 7,
        }));
        const { deposits, payments } = rows;
        const plain = run(rows);
        const found = match(deposits, payments, { algorithm: "smart", invoices });
        expect(found.unmatched).toEqual(plain.unmatched);
        expect(found.stats).toEqual(plain.stats);
        const lines = found.invoiceMatches.flatMap(({ lineIds }) => lineIds);
        const ids = found.invoiceMatches.flatMap(({ invoiceIds }) => invoiceIds);
        expect(new Set(lines).size).toBe(lines.length);
        expect(new Set(ids).size).toBe(ids.length);
        expect(plain.matches.flatMap(({ lineIds }) => lineIds)).not.toEqual(
          expect.arrayContaining(lines.length > 0 ? lines : ["no such id"]),
        );
        const turned = { algorithm: "smart", invoices: invoices.toReversed() } as const;
        expect(match(deposits, payments, turned).invoiceMatches).toEqual(found.invoiceMatches);
      }),
      RUNS,
    );
  });
});

describe("irrelevant changes", () => {
  it("the order of the input", () => {
    const shuffled = ledger.chain((rows) =>
      fc.record({
        rows: fc.constant(rows),
        deposits: fc.shuffledSubarray(rows.deposits, { minLength: rows.deposits.length }),
        payments: fc.shuffledSubarray(rows.payments, { minLength: rows.payments.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ rows, deposits, payments }) => {
        const turned = deposits.map((one) => ({ ...one, lines: [...(one.lines ?? [])].reverse() }));
        expect(run({ deposits: turned, payments })).toEqual(run(rows));
      }),
      RUNS,
    );
  });

  it("an unrelated row", () => {
    fc.assert(
      fc.property(ledger, (rows) => {
        const stranger = {
          id: "stranger",
          date: "2026-02-20",
          amount: 98_765_432,
          currency: "USD",
          customerName: "Zygmunt Qvist",
        };
        const with_ = run({ ...rows, payments: [...rows.payments, stranger] });
        expect(with_.matches).toEqual(run(rows).matches);
        expect(with_.unmatched.payments).toContainEqual({ id: "stranger", reason: "no_candidate" });
      }),
      RUNS,
    );
  });

  it("a shift of all dates", () => {
    fc.assert(
      fc.property(ledger, fc.integer({ min: -9000, max: 9000 }), (rows, days) => {
        const deposits = rows.deposits.map((one) => ({
          ...one,
          date: addDays(one.date, days),
          lines: one.lines?.map((line) => ({ ...line, date: addDays(line.date, days) })),
        }));
        const payments = rows.payments.map((one) => ({ ...one, date: addDays(one.date, days) }));
        expect(withoutDates(run({ deposits, payments }).matches)).toEqual(
          withoutDates(run(rows).matches),
        );
      }),
      RUNS,
    );
  });
});

it("a dismissed pair does not return", () => {
  fc.assert(
    fc.property(ledger, (rows) => {
      const lines = new Map(
        rows.deposits.flatMap((one) => (one.lines ?? []).map((line) => [line.id, line] as const)),
      );
      const [first] = run(rows).matches;
      if (!first) return;
      const deposit = rows.deposits.find((one) => one.id === first.depositId);
      const payment = rows.payments.find((one) => one.id === first.paymentIds[0]);
      if (!deposit || !payment) throw new Error("a match names unknown rows");
      const line = lines.get(first.lineIds[0] ?? "");
      const history = [{ decision: "dismissed" as const, deposit, line, payment }];
      const again = match(rows.deposits, rows.payments, { algorithm: "smart", history });
      const joined = again.matches.some(
        (one) =>
          one.depositId === deposit.id &&
          one.lineIds.includes(first.lineIds[0] ?? "") === first.lineIds.length > 0 &&
          one.paymentIds.includes(payment.id) &&
          itemsOf(one).some((item) => itemsOf(first).includes(item)),
      );
      expect(joined && itemsOf(first).length === 1).toBe(false);
    }),
    RUNS,
  );
});

function itemsOf(one: Match): string[] {
  return one.lineIds.length > 0 ? one.lineIds : [one.depositId];
}

/** arrayContaining([]) matches everything, so an empty list becomes an id that no row has. */
function openOr(rows: { id: string }[]): string[] {
  return rows.length > 0 ? rows.map((row) => row.id) : ["no such id"];
}

function withoutDates(matches: Match[]): unknown[] {
  return matches.map(({ evidence, ...rest }) => ({
    ...rest,
    evidence: evidence.map(({ text: _, ...piece }) => piece),
  }));
}

function expectSound(one: Match, { deposits, payments }: Ledger): void {
  const deposit = deposits.find(({ id }) => id === one.depositId);
  const lines = (deposit?.lines ?? []).filter(({ id }) => one.lineIds.includes(id));
  const paid = payments
    .filter(({ id }) => one.paymentIds.includes(id))
    .reduce((sum, payment) => sum + payment.amount, 0);
  const gross = lines.reduce((sum, line) => sum + line.amount, 0);
  const net = lines.reduce((sum, line) => sum + line.amount - (line.fee ?? 0), 0);
  const whole = lines.length === 0;
  expect(lines).toHaveLength(one.lineIds.length);
  expect(one.difference).toBe(
    whole ? paid - (deposit?.amount ?? 0) : paid === net ? 0 : paid - gross,
  );
  expect(one.kind).toBe(
    `${lines.length > 1 ? "many" : "one"}_to_${one.paymentIds.length > 1 ? "many" : "one"}`,
  );
  expect(one.probability).toBeGreaterThan(0.5);
  expect(one.probability).toBeLessThan(1);
  if (one.decision === "auto") expect(one.difference).toBe(0);
  const weights = one.evidence.map((piece) => piece.weight);
  expect(weights).toEqual([...weights].sort((a, b) => b - a));
  const bits = weights.reduce((sum, weight) => sum + weight, 0);
  if (one.probability < 0.999) expect(1 / (1 + 2 ** -bits)).toBeCloseTo(one.probability, 2);
}
