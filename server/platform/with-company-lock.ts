import { Prisma } from "@/generated/prisma/client";
import { delay } from "@/lib/delay";
import { runInCompanyQueue, tooBusy } from "./company-queue";
import { type CompanyContext, enterScope, type Scope } from "./context";
import { db, type Tx } from "./db";

/** Storing a plan for ten thousand open lines takes well under this. */
const TIMEOUT_MS = 120_000;
/** A request may wait this long for its turn and for another process; a page waits 30 seconds for the answer. */
const PATIENCE_MS = 20_000;
/** And at least this long for another process. */
const MIN_PATIENCE_MS = 5_000;
const ASK_AGAIN_MS = 100;

/**
 * Runs `work` in a transaction that excludes all other changes to this company's matches, on any
 * instance. Every change of a deposit's status takes this lock. While it waits it holds no connection. What a person
 * asks for comes before waiting jobs and API tokens. The engine is asked before, see {@link planThenWrite}.
 * @param work must change nothing but the database: it runs again after a deadlock
 * @throws RateLimitedError when a request would wait too long; a job waits.
 */
export function withCompanyLock<T>(ctx: CompanyContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const isRequest = "sessionId" in ctx;
  const asked = performance.now();
  const locked = () => {
    const now = performance.now();
    const deadline = isRequest
      ? Math.max(asked + PATIENCE_MS, now + MIN_PATIENCE_MS)
      : now + TIMEOUT_MS;
    return lockedBefore(deadline, ctx, work);
  };
  const waiting = { waitMs: PATIENCE_MS, isUrgent: ctx.apiToken === undefined };
  return runInCompanyQueue(ctx.companyId, locked, isRequest ? waiting : {});
}

/** Another process may hold the lock: it is asked for again and again, each time in a transaction of its own. */
async function lockedBefore<T>(
  deadline: number,
  ctx: CompanyContext,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (;;) {
    // A sync writes without the lock: the two may wait for each other's rows.
    const done = await repeatAfterDeadlock(() =>
      db(ctx).$transaction(
        async (tx) => {
          const [lock] = await tx.$queryRaw<{ held: boolean }[]>`
            SELECT pg_try_advisory_xact_lock(hashtextextended(${ctx.companyId}, 0)) AS held`;
          return lock?.held ? { result: await work(tx) } : null;
        },
        { timeout: TIMEOUT_MS },
      ),
    );
    if (done) return done.result;
    if (performance.now() >= deadline) throw tooBusy();
    await delay(ASK_AGAIN_MS * (0.5 + Math.random()));
  }
}

/** Reads in one short transaction. */
export type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Attempts without the lock: enough unless the rows change all the time. */
const FREE_ATTEMPTS = 6;
/** Attempts with the lock held, between which only a sync can change rows. */
const LOCKED_ATTEMPTS = 3;
/** A request may wait this long for the plans before it; after it comes the wait for the lock. */
const PLAN_PATIENCE_MS = 15_000;

const READ_TIMEOUT_MS = 60_000;

/** Reads as the company, in a transaction of its own for each call. */
export function readerOf(ctx: CompanyContext): Read {
  return (work) => db(ctx).$transaction(work, { timeout: READ_TIMEOUT_MS });
}

/**
 * Makes a plan without the company's lock and carries it out under it. The engine may work on a plan for seconds:
 * meanwhile no connection is held and the company's other changes go on. One plan of a company at a time.
 * Not to be called under the lock.
 * @param plan reads and calculates; it may be made again
 * @param write returns null when the rows that the plan rests on have changed since, having written nothing
 * @throws RateLimitedError when a request would wait too long, or the rows never stay the same.
 */
export function planThenWrite<Plan, Result>(
  ctx: CompanyContext,
  plan: (read: Read) => Promise<Plan>,
  write: (tx: Tx, plan: Plan) => Promise<{ result: Result } | null>,
): Promise<Result> {
  const attempts = async () => {
    for (let left = FREE_ATTEMPTS; left > 0; left -= 1) {
      const planned = await plan(readerOf(ctx));
      const written = await withCompanyLock(ctx, (tx) => write(tx, planned));
      if (written) return written.result;
    }
    // Rarely: a connection waits for the engine, so that other processes can't change the rows for ever.
    return withCompanyLock(ctx, async (tx) => {
      for (let left = LOCKED_ATTEMPTS; left > 0; left -= 1) {
        const written = await write(tx, await plan((work) => work(tx)));
        if (written) return written.result;
      }
      throw tooBusy();
    });
  };
  const waiting =
    "sessionId" in ctx ? { waitMs: PLAN_PATIENCE_MS, isUrgent: ctx.apiToken === undefined } : {};
  return runInCompanyQueue(`plans ${ctx.companyId}`, attempts, waiting);
}

/**
 * Runs `work` as a company inside a transaction of the accounts' scope, so that an account and its books change in
 * one commit. If it throws, the transaction has to end.
 */
export function withinCompany<T>(
  tx: Tx,
  ctx: Pick<CompanyContext, "companyId">,
  work: () => Promise<T>,
): Promise<T> {
  return inScope(tx, { inner: ctx, outer: "accounts" }, work);
}

/**
 * Asks what only the jobs' scope sees inside a company's transaction, which keeps its locks. If it throws, the
 * transaction has to end.
 */
export function askingJobs<T>(
  tx: Tx,
  ctx: Pick<CompanyContext, "companyId">,
  ask: () => Promise<T>,
): Promise<T> {
  return inScope(tx, { inner: "jobs", outer: ctx }, ask);
}

async function inScope<T>(
  tx: Tx,
  { inner, outer }: { inner: Scope; outer: Scope },
  work: () => Promise<T>,
): Promise<T> {
  await tx.$executeRawUnsafe(enterScope(inner, null));
  const result = await work();
  await tx.$executeRawUnsafe(enterScope(outer, null));
  return result;
}

const TRIES = 5;

/**
 * Runs a transaction, and runs it again if PostgreSQL aborts it to resolve a deadlock, which rolls it back.
 * @param work must change nothing but the database
 */
export async function repeatAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left <= 1 || !isDeadlock(error)) throw error;
    }
  }
}

/** Whether PostgreSQL aborted the transaction because of a deadlock. */
function isDeadlock(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  return error.code === "P2034" || JSON.stringify(error.meta ?? {}).includes('"40P01"');
}
