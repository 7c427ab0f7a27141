import { delay } from "@/lib/delay";
import { inTurn, tooBusy } from "./company-turn";
import type { CompanyContext } from "./context";
import { db, type Tx } from "./db";

/** Includes an engine run; ten thousand open lines take well under this. */
const TIMEOUT_MS = 120_000;
/** A request may wait this long for its turn, and this long again for another process. */
const PATIENCE_MS = 10_000;
const ASK_AGAIN_MS = 100;

/**
 * Runs `work` in a transaction that excludes all other changes to this company's matches, on any
 * instance. Every change of a deposit's status takes this lock. While it waits it holds no connection.
 * @throws RateLimitedError when a request would wait too long; a job waits.
 */
export function withCompanyLock<T>(ctx: CompanyContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  const waitMs = "sessionId" in ctx ? PATIENCE_MS : TIMEOUT_MS;
  const bound = "sessionId" in ctx ? { waitMs } : undefined;
  return inTurn(ctx.companyId, () => lockedBefore(performance.now() + waitMs, ctx, work), bound);
}

/** Another process may hold the lock: it is asked for again and again, each time in a transaction of its own. */
async function lockedBefore<T>(
  deadline: number,
  ctx: CompanyContext,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (;;) {
    const done = await db(ctx).$transaction(
      async (tx) => {
        const [lock] = await tx.$queryRaw<{ held: boolean }[]>`
          SELECT pg_try_advisory_xact_lock(hashtextextended(${ctx.companyId}, 0)) AS held`;
        return lock?.held ? { result: await work(tx) } : null;
      },
      { timeout: TIMEOUT_MS },
    );
    if (done) return done.result;
    if (performance.now() >= deadline) throw tooBusy();
    await delay(ASK_AGAIN_MS * (0.5 + Math.random()));
  }
}
