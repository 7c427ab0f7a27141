import { daysBetween } from "@/lib/dates";
import { groupBy } from "@/lib/group-by";
import { append } from "@/matching/engine/collections/append";
import {
  type CompleteEngineRun,
  continueMatch,
  type EngineRun,
  matchCompletely,
  type OpenRecord,
} from "@/matching/engine/continue-match";
import type {
  Algorithm,
  DepositInput,
  HistoryEntry,
  InvoiceInput,
  LineInput,
  Match,
  PaymentInput,
} from "@/matching/engine/contract";
import type { Candidate } from "@/matching/engine/decision/candidates";
import { explainPlan, toPaymentFact } from "../explain-plan";
import { type DescribedPlan, planDeposits } from "../plan-deposits";
import { withChanges } from "../with-changes";
import type { BooksChange, BooksJob, DepositRow, PaymentRow } from "./jobs";

/** Once so much of the books differs from those of the complete run, the engine learns anew. */
const MAX_CHANGED_SHARE = 0.1;
/** Lines and payments that a thread keeps in all, at about 5 kB each with the run over them. */
const MAX_RECORDS = 60_000;

/** A company's open books, as this thread has them. */
interface KeptBooks {
  contents: string;
  deposits: Map<number, DepositRow>;
  payments: Map<number, PaymentRow>;
  invoices: Map<number, InvoiceInput>;
  run: KeptRun | null;
}

/** What the engine made of them. */
interface KeptRun {
  /** Of the books of `latest`. */
  contents: string;
  algorithm: Algorithm;
  historyDigest: string;
  history: HistoryEntry[];
  /** Unique in this process. */
  number: number;
  /** By pool. */
  complete: ReadonlyMap<string, CompleteEngineRun>;
  latest: RunOverPools;
}

/** Runs over the pools of a company, none of which knows of another's deposits and payments. */
class RunOverPools {
  constructor(private readonly runs: readonly EngineRun[]) {}

  matches(of: ReadonlySet<string>): Match[] {
    return this.runs.flatMap((run) => run.matches(of));
  }

  candidates(lineIds: ReadonlySet<string>): Map<string, Candidate[]> {
    return new Map(this.runs.flatMap((run) => [...run.candidates(lineIds)]));
  }

  open(of: ReadonlySet<string>): OpenRecord[] {
    return this.runs.flatMap((run) => run.open(of));
  }

  takenPayments(): Map<string, string> {
    return new Map(this.runs.flatMap((run) => [...run.takenPayments()]));
  }
}

/** By company, the one used last at the end. */
const kept = new Map<string, KeptBooks>();

/** @returns the books after a change; null where its base is not what the thread has. */
export function changedBooks(change: BooksChange): KeptBooks | null {
  const { companyId, base, contents, gone } = change;
  const known = kept.get(companyId);
  if (base !== null && known?.contents !== base) return null;
  const books: KeptBooks =
    base !== null && known
      ? known
      : { contents, deposits: new Map(), payments: new Map(), invoices: new Map(), run: null };
  books.deposits = withChanges(books.deposits, gone.deposits, change.deposits);
  books.payments = withChanges(books.payments, gone.payments, change.payments);
  books.invoices = withChanges(books.invoices, gone.invoices, change.invoices);
  books.contents = contents;
  kept.delete(companyId);
  kept.set(companyId, books);
  forgetOldest();
  return books;
}

/**
 * The run over the books: the last one where they are the same, else continued, else complete.
 * @param next the number of a complete run
 * @returns null where only a complete run will do, and `history` is missing.
 */
export function runOver(
  books: KeptBooks,
  { algorithm, historyDigest, history }: Pick<BooksJob, "algorithm" | "historyDigest" | "history">,
  next: () => number,
): KeptRun | null {
  const { run, contents } = books;
  if (run?.algorithm === algorithm && run.historyDigest === historyDigest) {
    if (run.contents === contents) return run;
    const latest = continued(run.complete, books);
    if (latest) {
      books.run = { ...run, contents, latest };
      return books.run;
    }
  }
  if (!history) return null;
  const invoices = [...books.invoices.values()];
  const complete = new Map(
    [...poolsOf(books)].map(([pool, { deposits, payments }]) => [
      pool,
      matchCompletely(deposits, payments, { algorithm, history, invoices }),
    ]),
  );
  const latest = new RunOverPools([...complete.values()]);
  books.run = { contents, algorithm, historyDigest, history, number: next(), complete, latest };
  return books.run;
}

function continued(complete: KeptRun["complete"], books: KeptBooks): RunOverPools | null {
  const invoices = [...books.invoices.values()];
  const runs: EngineRun[] = [];
  for (const [pool, { deposits, payments }] of poolsOf(books)) {
    const known = complete.get(pool);
    const most = (deposits.length + payments.length) * MAX_CHANGED_SHARE;
    const run = known && continueMatch(known, deposits, payments, { most, invoices });
    if (!run) return null;
    runs.push(run);
  }
  return new RunOverPools(runs);
}

interface Pool {
  deposits: DepositInput[];
  payments: PaymentInput[];
}

/** What may be matched with each other, by pool. The first holds all where the ledger's payments are anyone's. */
function poolsOf({ deposits, payments }: KeptBooks): ReadonlyMap<string, Pool> {
  const pools = new Map<string, Pool>();
  const poolOf = (name: string) => {
    const pool = pools.get(name) ?? { deposits: [], payments: [] };
    pools.set(name, pool);
    return pool;
  };
  poolOf("");
  for (const { pool, input } of deposits.values()) if (input) poolOf(pool).deposits.push(input);
  for (const { pool, input } of payments.values()) poolOf(pool).payments.push(input);
  return pools;
}

function forgetOldest(): void {
  let records = 0;
  for (const [index, [id, books]] of [...kept].reverse().entries()) {
    records += sizeOf(books);
    if (index > 0 && records > MAX_RECORDS) kept.delete(id);
  }
}

function sizeOf({ deposits, payments }: KeptBooks): number {
  let lines = 0;
  for (const { input } of deposits.values()) lines += Math.max(1, input?.lines?.length ?? 0);
  return lines + payments.size;
}

/**
 * What a run means for deposits: their plans, with the reasons why they stay open.
 * @param only ids of the deposits to plan; left out, all open ones
 */
export function plansOf(
  { deposits, payments }: KeptBooks,
  { latest, history }: KeptRun,
  only: Iterable<number> = deposits.keys(),
): DescribedPlan[] {
  const chosen = new Map(
    [...only].flatMap((id) => deposits.get(id)?.planned ?? []).map((each) => [each.id, each]),
  );
  const ids = new Set(chosen.keys());
  const found = latest.matches(ids);
  // A Deposit has one currency, so these are told and not proposed.
  const matches = found.filter(({ exchange }) => !exchange);
  const exchanged = groupBy(
    found.filter(({ exchange }) => exchange),
    ({ depositId }) => depositId,
  );
  const amounts = new Map<string, number>();
  for (const id of matches.flatMap(({ paymentIds }) => paymentIds)) {
    amounts.set(id, payments.get(Number(id))?.input.amount ?? 0);
  }
  const facts = (id: string) => toPaymentFact(payments.get(Number(id)));
  const open = new Map<string, OpenRecord[]>();
  for (const record of latest.open(ids)) append(open, record.depositId, record);
  const taken = open.size > 0 ? latest.takenPayments() : new Map<string, string>();
  const ofCustomers = new CustomerPayments(payments.values(), (id) => taken.has(id));
  const partOf = (depositId: string, lineId: string) => {
    const row = deposits.get(Number(depositId));
    const line = row?.input?.lines?.find(({ id }) => id === lineId);
    return row?.input && line ? ofCustomers.partOf(line, row.pool, row.input.currency) : null;
  };
  const dayOf = (depositId: string) => deposits.get(Number(depositId))?.input?.date ?? "";
  const planned = planDeposits([...chosen.values()], { matches }, amounts, history);
  return planned.flatMap((plan) => {
    const deposit = chosen.get(plan.depositId);
    if (!deposit) return [];
    return {
      ...plan,
      matches: plan.matches.map((each) => ({ ...each, match: plain(each.match) })),
      findings: explainPlan(
        deposit,
        plan,
        { open: open.get(plan.depositId) ?? [], exchanged: exchanged.get(plan.depositId) ?? [] },
        { facts, partOf, dayOf },
      ),
    };
  });
}

/** The engine computes these when they are read, which can't be sent to another thread. */
function plain(match: Match): Match {
  const { evidence, alternatives } = match;
  return { ...match, evidence, alternatives };
}

/** A payment that is further away belongs to something else. */
const MAX_DAYS = 14;

/** The open payments of customers by the very name or address that a line has. Built at the first question. */
class CustomerPayments {
  private byCustomer: Map<string, Pick<PaymentRow, "pool" | "input">[]> | null = null;

  /** @param payments all open ones; `isTaken` those that a match uses */
  constructor(
    private readonly payments: Iterable<Pick<PaymentRow, "pool" | "input">>,
    private readonly isTaken: (id: string) => boolean,
  ) {}

  /**
   * @returns the id of the payment that is smaller than the line and nearest to it in time; null where the customer
   *   has none. O(all payments) at first, then O(those of the customer).
   */
  partOf(line: LineInput, pool: string, currency: string): string | null {
    const parts = keysOf(line.entity, line.email)
      .flatMap((key) => this.index().get(key) ?? [])
      .flatMap((row) => (row.pool === pool ? row.input : []))
      .filter(
        (payment) =>
          payment.currency === currency && payment.amount > 0 && payment.amount < line.amount,
      )
      .map(({ id, date }) => ({ id, days: Math.abs(daysBetween(line.date, date)) }))
      .filter(({ id, days }) => days <= MAX_DAYS && !this.isTaken(id))
      .sort((a, b) => a.days - b.days || Number(a.id) - Number(b.id));
    return parts[0]?.id ?? null;
  }

  private index() {
    if (!this.byCustomer) {
      this.byCustomer = new Map();
      for (const row of this.payments) {
        for (const key of keysOf(row.input.customerName, row.input.email)) {
          append(this.byCustomer, key, row);
        }
      }
    }
    return this.byCustomer;
  }
}

function keysOf(name = "", email = ""): string[] {
  return [name, email].map((text) => text.trim().toLowerCase()).filter((text) => text !== "");
}
