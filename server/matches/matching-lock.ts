import type { CompanyContext } from "@/server/context";
import { db, type Tx } from "@/server/db";

/** The engine runs inside; ten thousand open lines take it well under this. */
const TIMEOUT_MS = 120_000;

/**
 * Runs `work` in a transaction that no other change to this company's matches can overlap, on any
 * instance. Everything that moves a deposit between states goes through here.
 */
export function withMatchingLock<T>(ctx: CompanyContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db(ctx).$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${ctx.companyId}, 0))`;
      return work(tx);
    },
    { timeout: TIMEOUT_MS, maxWait: TIMEOUT_MS },
  );
}
