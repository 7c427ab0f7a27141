import type { Failure } from "@/lib/contracts/failures";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { findFailedJobs } from "./failed-jobs";
import { findFailedMatchRun } from "./find-failed-match-run";
import { findFailedPostings } from "./find-failed-postings";
import { findFailedSyncs } from "./find-failed-syncs";
import type { FoundFailure } from "./found-failure";

/** A longer list is not read entry by entry. */
const MAX_SHOWN = 100;

/** The company's undismissed failures, newest first, and their total. */
export async function listFailures(
  ctx: CompanyContext,
): Promise<{ failures: Failure[]; waiting: number }> {
  const found = await findFailures(ctx);
  const failures = found
    .slice(0, MAX_SHOWN)
    .map(({ key, kind, title, reason, code, attempts, failedAt, link }) => ({
      id: key,
      kind,
      title,
      reason,
      code,
      attempts,
      failed_at: failedAt.toISOString(),
      link,
    }));
  return { failures, waiting: found.length };
}

export async function countFailures(ctx: CompanyContext): Promise<number> {
  return (await findFailures(ctx)).length;
}

/** All undismissed failures, newest first, each with its subject. */
export function findFailures(ctx: CompanyContext): Promise<FoundFailure[]> {
  return db(ctx).$transaction(async (tx) => {
    const found = [
      ...(await findFailedSyncs(tx, ctx)),
      ...(await findFailedMatchRun(tx, ctx)),
      ...(await findFailedPostings(tx, ctx)),
      ...(await findFailedJobs(tx, ctx)),
    ];
    if (found.length === 0) return [];
    const dismissals = await tx.failureDismissal.findMany({
      where: { companyId: ctx.companyId, key: { in: found.map(({ key }) => key) } },
    });
    const dismissed = new Set(dismissals.map(({ key }) => key));
    return found
      .filter(({ key }) => !dismissed.has(key))
      .sort((a, b) => b.failedAt.getTime() - a.failedAt.getTime());
  });
}
