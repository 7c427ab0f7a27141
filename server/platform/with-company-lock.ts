import type { CompanyContext } from "./context";
import { db, type Tx } from "./db";

/** Includes an engine run; ten thousand open lines take well under this. */
const TIMEOUT_MS = 120_000;

/**
 * Runs `work` in a transaction that excludes all other changes to this company's matches, on any
 * instance. Every change of a deposit's status takes this lock.
 */
export function withCompanyLock<T>(ctx: CompanyContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db(ctx).$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${ctx.companyId}, 0))`;
      return work(tx);
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  );
}
