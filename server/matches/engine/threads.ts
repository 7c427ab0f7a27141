import { availableParallelism } from "node:os";
import PQueue from "p-queue";
import { Piscina } from "piscina";
import type { HistoryEntry, InvoiceInput, InvoiceMatch } from "@/matching/engine/contract";
import { runInCompanyQueue, whenFree } from "@/server/platform/company-queue";
import { type CompanyContext, requestSignal } from "@/server/platform/context";
import { getEnv, isBuilt } from "@/server/platform/env";
import { ConflictError } from "@/server/platform/errors";
import { log } from "@/server/platform/logger";
import { singleton } from "@/server/platform/singleton";
import type { CachedLedger, ThreadBooks } from "../cached-ledger";
import type { Answers, BooksAnswer, BooksChange, InvoicesJob, Job, Question } from "./jobs";

/** A company has one job at a time, so with two threads none occupies all of them. */
const THREADS = Math.min(4, Math.max(2, availableParallelism()));
/** Ten thousand lines take two seconds, a hundred thousand twenty. */
const TIMEOUT_MS = 120_000;
/** Requests come first where processors are scarce. Elsewhere it would slow down the whole process. */
const NICENESS = process.platform === "linux" ? 10 : 0;

/** Made by `npm run build`. */
const BUILT = ".next/engine-thread.mjs";
const SOURCE = "server/matches/engine/thread.ts";

/** One thread, started at first use and replaced when it ends. */
interface Thread {
  pool: Piscina;
  isBusy: boolean;
}

const state = singleton("engine threads", () => ({
  threads: [] as Thread[],
  places: new PQueue({ concurrency: THREADS }),
}));

/** The thread that a caller has for a while. */
interface HeldThread {
  id: number;
  /** @throws ConflictError when the job takes too long or too much memory. */
  run<J extends Job>(job: J): Promise<Answers[J["kind"]]>;
}

/**
 * Runs `work` with an engine thread, in turn: one job of a company at a time, and companies in the order of arrival.
 * Nothing runs on this thread. When the request's client goes, a waiting job is dropped and a running one ended.
 * @param home the thread that has the company's books; another one is given when it is busy
 * @throws RateLimitedError when too many jobs of the company wait already.
 */
export function withEngineThread<T>(
  { companyId }: Pick<CompanyContext, "companyId">,
  home: number | undefined,
  work: (thread: HeldThread) => Promise<T>,
): Promise<T> {
  const signal = requestSignal();
  const held = async () => {
    const id = freeThread(home);
    const thread = threadOf(id);
    thread.isBusy = true;
    try {
      return await work({ id, run: (job) => runJob(thread, job, signal) });
    } finally {
      thread.isBusy = false;
    }
  };
  const bound = { waitMs: TIMEOUT_MS };
  return runInCompanyQueue(`engine ${companyId}`, () => whenFree(state.places, held), bound);
}

/** How many threads are at work. */
export function busyThreads(): number {
  return state.threads.filter(({ isBusy }) => isBusy).length;
}

/** At most as many callers hold threads as there are. */
function freeThread(home: number | undefined): number {
  const isFree = (id: number) => !state.threads[id]?.isBusy;
  if (home !== undefined && isFree(home)) return home;
  // Running ones before new ones, so that a company alone needs only one.
  const ids = [...Array(THREADS).keys()].filter(isFree);
  return ids.find((id) => state.threads[id]) ?? ids[0] ?? 0;
}

function threadOf(id: number): Thread {
  state.threads[id] ??= { pool: newPool(), isBusy: false };
  return state.threads[id];
}

function newPool(): Piscina {
  const { ENGINE_MEMORY_MB, ENGINE_PROGRAM } = getEnv();
  const pool = new Piscina({
    filename: ENGINE_PROGRAM ?? `${process.cwd()}/${isBuilt ? BUILT : SOURCE}`,
    // Loading the source takes two seconds.
    execArgv: ENGINE_PROGRAM || isBuilt ? [] : ["--import", "tsx"],
    // No settings and no secrets.
    env: {},
    minThreads: 1,
    maxThreads: 1,
    // A hundred thousand lines take 553 MB.
    resourceLimits: { maxOldGenerationSizeMb: ENGINE_MEMORY_MB },
    niceIncrement: NICENESS,
  });
  pool.on("error", (error) => log().error({ error }, "engine thread ended"));
  return pool;
}

async function runJob<J extends Job>(
  { pool }: Thread,
  job: J,
  request: AbortSignal | undefined,
): Promise<Answers[J["kind"]]> {
  const tooLong = new AbortController();
  const timer = setTimeout(() => tooLong.abort(), TIMEOUT_MS);
  const signal = request ? AbortSignal.any([request, tooLong.signal]) : tooLong.signal;
  try {
    return await pool.run(job, { signal });
  } catch (error) {
    if (request?.aborted) throw request.reason;
    if (!tooLong.signal.aborted && !isOutOfMemory(error)) throw error;
    log().error({ kind: job.kind, error }, "engine thread stopped");
    throw new ConflictError(
      "too_many_open",
      "There are too many open payouts and payments to match at once. Match or delete the oldest payouts first.",
    );
  } finally {
    clearTimeout(timer);
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}

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
  const { ofThreads } = books.threadState;
  return withEngineThread(ctx, [...ofThreads.keys()].at(-1), async (thread) => {
    const last = ofThreads.get(thread.id);
    // Whatever happens to the job, only an answer proves what the thread has.
    ofThreads.delete(thread.id);
    let answer = await ask(thread, ctx, books, question, isComplete, last);
    if (answer.is === "unknown base") answer = await ask(thread, ctx, books, question, isComplete);
    const { contents, historyDigest, deposits, payments, invoices } = books;
    ofThreads.set(thread.id, { contents, deposits, payments, invoices });
    if (answer.is === "answered") books.threadState.historyDigest = historyDigest;
    return answer;
  });
}

function ask(
  thread: HeldThread,
  ctx: CompanyContext,
  books: CachedLedger,
  question: Question,
  isComplete: boolean,
  last?: ThreadBooks,
): Promise<BooksAnswer> {
  const { historyDigest, history, threadState } = books;
  const { algorithm, discards } = books.rowVersions;
  return thread.run({
    ...{ kind: "books", algorithm, historyDigest, discards, question },
    change: changeSince(ctx, books, last),
    history: isComplete || threadState.historyDigest !== historyDigest ? history : null,
  });
}

function changeSince(
  { companyId }: CompanyContext,
  { contents, deposits, payments, invoices }: CachedLedger,
  last: ThreadBooks | undefined,
): BooksChange {
  return {
    companyId,
    base: last?.contents ?? null,
    contents,
    deposits: changed(deposits, last?.deposits).map(([id, { pool, input, planned }]) => [
      id,
      { pool, input, planned },
    ]),
    payments: changed(payments, last?.payments).map(([id, { pool, quickbooksId, kind, input }]) => [
      id,
      { pool, quickbooksId, kind, input },
    ]),
    invoices: changed(invoices, last?.invoices).map(([id, { input }]) => [id, input]),
    gone: {
      deposits: gone(deposits, last?.deposits),
      payments: gone(payments, last?.payments),
      invoices: gone(invoices, last?.invoices),
    },
  };
}

type Digested = { digest: string };

function changed<Row extends Digested>(
  rows: ReadonlyMap<number, Row>,
  before: ReadonlyMap<number, Digested> | undefined,
): [number, Row][] {
  const found: [number, Row][] = [];
  if (rows === before) return found;
  for (const [id, row] of rows) {
    if (before?.get(id)?.digest !== row.digest) found.push([id, row]);
  }
  return found;
}

function gone(
  rows: ReadonlyMap<number, unknown>,
  before: ReadonlyMap<number, unknown> | undefined,
): number[] {
  const ids: number[] = [];
  if (rows === before || !before) return ids;
  for (const id of before.keys()) if (!rows.has(id)) ids.push(id);
  return ids;
}

/**
 * The open invoices that lines may pay, ranked by the engine in a thread of its own.
 * @param items with the probability of each that no payment in the books is its
 * @param invoices of the same currency
 */
export function rankInvoices(
  ctx: CompanyContext,
  items: InvoicesJob["items"],
  invoices: InvoiceInput[],
  history: HistoryEntry[],
): Promise<InvoiceMatch[]> {
  const job: InvoicesJob = { kind: "invoices", items, invoices, history };
  return withEngineThread(ctx, undefined, (thread) => thread.run(job));
}
