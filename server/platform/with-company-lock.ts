import { Prisma } from "@/generated/prisma/client";
import { delay } from "@/lib/delay";
import { runInCompanyQueue, tooBusy } from "./company-queue";
import { type CompanyContext, enterScope } from "./context";
import { db, type Tx } from "./db";
import { leaseKey, withLease } from "./leases";
import { withOutsideWork } from "./outside-work";

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
 * asks for comes before waiting jobs and API tokens. `work` is repeated when it asks for the engine (see
 * {@link withOutsideWork}).
 * @throws RateLimitedError when a request would wait too long; a job waits.
 */
export function withCompanyLock<T>(ctx: CompanyContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const isRequest = "sessionId" in ctx;
  const asked = performance.now();
  let isAlone = false;
  const attempt = () => {
    const now = performance.now();
    const deadline = isRequest
      ? Math.max(asked + PATIENCE_MS, now + MIN_PATIENCE_MS)
      : now + TIMEOUT_MS;
    return lockedBefore(deadline, ctx, work, isAlone);
  };
  // Without it, another process could change the books before each attempt, for ever.
  const undisturbed = async <R>(attempts: () => Promise<R | null>): Promise<R | null> => {
    const alone = await withLease(aloneName(ctx), () => {
      isAlone = true;
      return attempts();
    });
    return alone ? alone.result : null;
  };
  if (isRequest) {
    const waiting = { waitMs: PATIENCE_MS, isUrgent: ctx.apiToken === undefined };
    return runInCompanyQueue(ctx.companyId, () => withOutsideWork(attempt, undisturbed), waiting);
  }
  // A job releases its turn while the engine runs, so that no request waits for the engine.
  const turn = <R>(next: () => Promise<R>) => runInCompanyQueue(ctx.companyId, next);
  return withOutsideWork(
    () => (isAlone ? attempt() : turn(attempt)),
    (attempts) => turn(() => undisturbed(attempts)),
  );
}

/** Whose process holds this lease is the only one that gets the company's lock. */
const aloneName = ({ companyId }: CompanyContext) => `alone with ${companyId}`;

/** Another process may hold the lock: it is asked for again and again, each time in a transaction of its own. */
async function lockedBefore<T>(
  deadline: number,
  ctx: CompanyContext,
  work: (tx: Tx) => Promise<T>,
  isAlone: boolean,
): Promise<T> {
  const alone = leaseKey(aloneName(ctx));
  for (;;) {
    // A sync writes without the lock: the two may wait for each other's rows.
    const done = await repeatAfterDeadlock(() =>
      db(ctx).$transaction(
        async (tx) => {
          const [lock] = await tx.$queryRaw<{ held: boolean; refused: boolean }[]>`
            SELECT pg_try_advisory_xact_lock(hashtextextended(${ctx.companyId}, 0)) AS held,
              EXISTS (SELECT FROM leases WHERE key = ${alone} AND expires_at > now()) AS refused`;
          return lock?.held && (isAlone || !lock.refused) ? { result: await work(tx) } : null;
        },
        { timeout: TIMEOUT_MS },
      ),
    );
    if (done) return done.result;
    if (performance.now() >= deadline) throw tooBusy();
    await delay(ASK_AGAIN_MS * (0.5 + Math.random()));
  }
}

/**
 * Runs `work` as a company inside a transaction of the accounts' scope, so that an account and its books change in
 * one commit. If it throws, the transaction has to end.
 */
export async function withinCompany<T>(
  tx: Tx,
  ctx: Pick<CompanyContext, "companyId">,
  work: () => Promise<T>,
): Promise<T> {
  await tx.$executeRawUnsafe(enterScope(ctx, null));
  const result = await work();
  await tx.$executeRawUnsafe(enterScope("accounts", null));
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
