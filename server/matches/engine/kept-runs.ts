import {
  type CompleteEngineRun,
  continueMatch,
  type EngineRun,
  matchCompletely,
} from "@/matching/engine/continue-match";
import type { Algorithm, HistoryEntry } from "@/matching/engine/contract";
import type { BooksChange, BooksJob, DepositRow, PaymentRow } from "./jobs";

/** Once so much of the books differs from those of the complete run, the engine learns anew. */
const MAX_CHANGED_SHARE = 0.1;
/** Lines and payments that a thread keeps in all, at about 5 kB each with the run over them. */
const MAX_RECORDS = 60_000;

/** A company's open books, as this thread has them. */
export interface KeptBooks {
  digest: string;
  deposits: Map<number, DepositRow>;
  payments: Map<number, PaymentRow>;
  run: KeptRun | null;
}

/** What the engine made of them. */
export interface KeptRun {
  /** The books of `latest`. */
  digest: string;
  algorithm: Algorithm;
  taught: string;
  history: HistoryEntry[];
  /** Unique in this process. */
  number: number;
  complete: CompleteEngineRun;
  latest: EngineRun;
}

/** By company, the one used last at the end. */
const kept = new Map<string, KeptBooks>();

/** @returns the books after a change; null where its base is not what the thread has. */
export function changedBooks(change: BooksChange): KeptBooks | null {
  const { companyId, base, digest, gone } = change;
  const known = kept.get(companyId);
  if (base !== null && known?.digest !== base) return null;
  const books: KeptBooks =
    base !== null && known
      ? known
      : { digest, deposits: new Map(), payments: new Map(), run: null };
  books.deposits = changed(books.deposits, gone.deposits, change.deposits);
  books.payments = changed(books.payments, gone.payments, change.payments);
  books.digest = digest;
  kept.delete(companyId);
  kept.set(companyId, books);
  forgetOldest();
  return books;
}

/** In the order of ids, as rows are read. */
function changed<Row>(
  rows: ReadonlyMap<number, Row>,
  gone: readonly number[],
  set: readonly [id: number, row: Row][],
): Map<number, Row> {
  const left = new Map([...rows, ...set]);
  for (const id of gone) left.delete(id);
  return new Map([...left].sort(([a], [b]) => a - b));
}

/**
 * The run over the books: the last one where they are the same, else continued, else complete.
 * @param next the number of a complete run
 * @returns null where only a complete run will do, and `history` is missing.
 */
export function runOver(
  books: KeptBooks,
  { algorithm, taught, history }: Pick<BooksJob, "algorithm" | "taught" | "history">,
  next: () => number,
): KeptRun | null {
  const { run, digest } = books;
  if (run?.algorithm === algorithm && run.taught === taught) {
    if (run.digest === digest) return run;
    const latest = continued(run.complete, books);
    if (latest) {
      books.run = { ...run, digest, latest };
      return books.run;
    }
  }
  if (!history) return null;
  const complete = matchCompletely(...inputsOf(books), { algorithm, history });
  const number = next();
  books.run = { digest, algorithm, taught, history, number, complete, latest: complete };
  return books.run;
}

function continued(complete: CompleteEngineRun, books: KeptBooks): EngineRun | null {
  const [deposits, payments] = inputsOf(books);
  const most = (deposits.length + payments.length) * MAX_CHANGED_SHARE;
  return continueMatch(complete, deposits, payments, { most });
}

function inputsOf({ deposits, payments }: KeptBooks) {
  return [
    [...deposits.values()].flatMap(({ input }) => input ?? []),
    [...payments.values()].map(({ input }) => input),
  ] as const;
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
