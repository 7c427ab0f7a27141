import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { continueMatch, type EngineRun, matchCompletely } from "@/matching/engine/continue-match";
import type { Algorithm, DepositInput, Match, PaymentInput } from "@/matching/engine/contract";
import { match } from "@/matching/engine/match";
import { type Ledger, ledger } from "./ledgers";

const RUNS = { numRuns: 150 };
const algorithms: Algorithm[] = ["smart", "exact", "fuzzy"];

/** One amount, and few customers with a name: every line competes for every payment. */
const crowded = ledger.map(({ deposits, payments }: Ledger): Ledger => {
  const nameOf = (index: number, name: string | undefined) => (index % 4 === 0 ? name : undefined);
  return {
    deposits: deposits.map((deposit) => ({
      ...deposit,
      lines: deposit.lines?.map((line, i) => ({
        ...{ ...line, type: "charge", amount: 2900 },
        entity: nameOf(i, line.entity),
      })),
    })),
    payments: payments.map((payment, i) => ({
      ...{ ...payment, amount: 2900 },
      customerName: nameOf(i, payment.customerName),
    })),
  };
});

/** Every other line was paid in euros, and every other payment is in euros. */
const converted = ledger.map(({ deposits, payments }: Ledger): Ledger => {
  return {
    deposits: deposits.map((deposit) => ({
      ...deposit,
      lines: deposit.lines?.map((line, i) => ({
        ...line,
        ...(i % 2 === 0 && { paid: { amount: line.amount, currency: "EUR" } }),
      })),
    })),
    payments: payments.map((payment, i) => ({ ...payment, currency: i % 2 === 0 ? "EUR" : "USD" })),
  };
});
const shapes = [
  { shape: "any", books: ledger },
  { shape: "converted", books: converted },
  { shape: "crowded", books: crowded },
];

/** Which rows of a ledger stay, change or go; and rows of another one that come. */
const changeOf = (later: fc.Arbitrary<Ledger>) =>
  fc.record({
    stays: fc.array(fc.constantFrom("stays", "stays", "stays", "goes", "changes"), {
      minLength: 8,
      maxLength: 8,
    }),
    later,
    comes: fc.integer({ min: 0, max: 6 }),
  });
type Change = ReturnType<typeof changeOf> extends fc.Arbitrary<infer Value> ? Value : never;

function changed({ deposits, payments }: Ledger, { stays, later, comes }: Change): Ledger {
  const fate = (index: number) => stays[index % stays.length];
  return {
    deposits: [
      ...deposits.flatMap((deposit, i): DepositInput[] => {
        if (fate(i) === "goes") return [];
        return [fate(i) === "changes" ? { ...deposit, processor: "" } : { ...deposit }];
      }),
      ...later.deposits.slice(0, comes).map((deposit) => ({
        ...deposit,
        id: `later ${deposit.id}`,
        lines: deposit.lines?.map((line) => ({ ...line, id: `later ${line.id}` })),
      })),
    ],
    payments: [
      ...payments.flatMap((payment, i): PaymentInput[] => {
        if (fate(i) === "goes") return [];
        return [fate(i) === "changes" ? { ...payment, note: "paid in March" } : payment];
      }),
      ...later.payments
        .slice(0, comes * 3)
        .map((payment) => ({ ...payment, id: `later ${payment.id}` })),
    ],
  };
}

function complete({ deposits, payments }: Ledger, algorithm: Algorithm) {
  return matchCompletely(deposits, payments, { algorithm });
}

/** Reads all evidence, which is computed on access. */
function read(run: EngineRun | null, of?: ReadonlySet<string>): Match[] {
  if (!run) throw new Error("only a complete run will do");
  return run.matches(of).map(inFull);
}

function inFull(one: Match): Match {
  return { ...one, evidence: one.evidence, alternatives: one.alternatives };
}

describe.each(algorithms)("books that change after a complete run (%s)", (algorithm) => {
  it("unchanged books are matched as by the engine over everything", () => {
    fc.assert(
      fc.property(ledger, (books) => {
        const run = complete(books, algorithm);
        const expected = match(books.deposits, books.payments, { algorithm }).matches.map(inFull);
        expect(read(run)).toEqual(expected);
        expect(read(continueMatch(run, books.deposits, books.payments))).toEqual(expected);
      }),
      RUNS,
    );
  });

  const manner = "all is matched as over everything with the same model";
  it.each(shapes)(`after any sequence of changes ${manner} ($shape)`, ({ books: anyBooks }) => {
    const sequence = fc.array(changeOf(anyBooks), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyBooks, sequence, (first, changes) => {
        const run = complete(first, algorithm);
        let books = first;
        for (const each of changes) {
          // Every other change is undone by the next one.
          books = changed(each.comes % 2 === 0 ? first : books, each);
          books = { ...books, ...withUniqueIds(books) };
          const { deposits, payments } = books;
          const uncarried = continueMatch(run, deposits, payments, { carries: false });
          const expected = read(uncarried);
          const continued = continueMatch(run, deposits, payments);
          expect(read(continued)).toEqual(expected);
          const all = new Set(deposits.map(({ id }) => id));
          expect(continued?.open(all)).toEqual(uncarried?.open(all));
          for (const { id } of deposits) {
            expect(read(continued, new Set([id]))).toEqual(
              expected.filter(({ depositId }) => depositId === id),
            );
          }
        }
      }),
      RUNS,
    );
  });
});

describe("what is left to a complete run", () => {
  const books: Ledger = {
    deposits: [{ id: "d", date: "2026-03-02", amount: 500, currency: "USD", processor: "stripe" }],
    payments: [{ id: "p", date: "2026-03-02", amount: 500, currency: "USD" }],
  };

  it("more changes than asked for", () => {
    const run = complete(books, "smart");
    expect(continueMatch(run, books.deposits, [], { most: 1 })).not.toBeNull();
    expect(continueMatch(run, [], [], { most: 1 })).toBeNull();
  });

  it("a payment that voids another one, and its going", () => {
    const back = { id: "q", date: "2026-03-03", amount: -500, currency: "USD", note: "Void" };
    const run = complete(books, "smart");
    expect(continueMatch(run, books.deposits, [...books.payments, back])).toBeNull();
    const voided = complete({ ...books, payments: [...books.payments, back] }, "smart");
    expect(continueMatch(voided, books.deposits, books.payments)).toBeNull();
  });

  it("the first payout of a processor", () => {
    const run = complete(books, "smart");
    const [deposit] = books.deposits;
    const other = { ...deposit, id: "e", processor: "authorizenet" } as DepositInput;
    expect(continueMatch(run, [...books.deposits, other], books.payments)).toBeNull();
  });
});

function withUniqueIds({ deposits, payments }: Ledger): Ledger {
  const unique = <Row extends { id: string }>(rows: Row[]) => [
    ...new Map(rows.map((row) => [row.id, row])).values(),
  ];
  return { deposits: unique(deposits), payments: unique(payments) };
}
