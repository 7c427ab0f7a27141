import type { CompanyContext } from "@/server/platform/context";
import type { CachedLedger, SentBooks } from "../cached-ledger";
import type { BooksAnswer, BooksChange, Question } from "./jobs";
import { type HeldThread, withEngineThread } from "./threads";

/**
 * Asks an engine thread about a company's books. Sent is what the thread doesn't have yet.
 * @param isComplete whether a complete run may be made of `books.history`, which is fresh
 */
export function askAboutBooks(
  ctx: CompanyContext,
  books: CachedLedger,
  question: Question,
  isComplete: boolean,
): Promise<BooksAnswer> {
  const { sent } = books;
  return withEngineThread(ctx, sent.last?.thread, async (thread) => {
    const last = sent.last?.thread === thread.id ? sent.last : undefined;
    // Whatever happens to the job, only an answer proves what the thread has.
    delete sent.last;
    let answer = await ask(thread, ctx, books, question, isComplete, last);
    if (answer.is === "unknown base") answer = await ask(thread, ctx, books, question, isComplete);
    const { digest, taught, deposits, payments } = books;
    sent.last = { thread: thread.id, digest, deposits, payments };
    if (answer.is === "answered") sent.taught = taught;
    return answer;
  });
}

function ask(
  thread: HeldThread,
  ctx: CompanyContext,
  books: CachedLedger,
  question: Question,
  isComplete: boolean,
  last?: SentBooks["last"],
): Promise<BooksAnswer> {
  const { algorithm, taught, history, sent } = books;
  return thread.run({
    ...{ kind: "books", algorithm, taught, question },
    change: changeSince(ctx, books, last),
    history: isComplete || sent.taught !== taught ? history : null,
  });
}

function changeSince(
  { companyId }: CompanyContext,
  { digest, deposits, payments }: CachedLedger,
  last: SentBooks["last"],
): BooksChange {
  return {
    companyId,
    base: last?.digest ?? null,
    digest,
    deposits: changed(deposits, last?.deposits).map(([id, { input, planned }]) => [
      id,
      { input, planned },
    ]),
    payments: changed(payments, last?.payments).map(([id, { quickbooksId, kind, input }]) => [
      id,
      { quickbooksId, kind, input },
    ]),
    gone: { deposits: gone(deposits, last?.deposits), payments: gone(payments, last?.payments) },
  };
}

type Digested = { digest: string };

function changed<Row extends Digested>(
  rows: ReadonlyMap<number, Row>,
  before: ReadonlyMap<number, Digested> | undefined,
): [number, Row][] {
  return [...rows].filter(([id, { digest }]) => before?.get(id)?.digest !== digest);
}

function gone(
  rows: ReadonlyMap<number, unknown>,
  before: ReadonlyMap<number, unknown> | undefined,
): number[] {
  return [...(before?.keys() ?? [])].filter((id) => !rows.has(id));
}
