import { type Integration, Prisma, type SyncRun } from "@/generated/prisma/client";
import type { RunState } from "@/lib/constants/runs";
import { toDayNumber } from "@/lib/dates";
import type { EarlierPayout } from "@/server/connections/start-dates";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { claimsOn, LEASES } from "@/server/platform/queue/claims";
import type { SourcePayout } from "@/server/providers/types";
import { isReturned } from "./returned-payouts";

export type ClaimedRun = SyncRun & { integration: Integration };

interface RunChange {
  stage?: string;
  done?: number;
  total?: number;
  state?: RunState;
  message?: string;
  errorCode?: string;
  finishedAt?: Date;
}

export const CLAIM_LOST = "This sync was canceled or claimed by another worker";

const claims = claimsOn<SyncRun, RunChange>(LEASES.sync, {
  claiming: Prisma.sql`attempt = attempt + 1, started_at = coalesce(started_at, now())`,
  write: (tx, { companyId, id, attempt }, data) =>
    tx.syncRun.updateMany({
      where: { companyId, id, attempt, state: "running" },
      data: { ...data, heartbeatAt: new Date() },
    }),
  beat: () => ({}),
  lost: CLAIM_LOST,
});

/** Writes to a claimed run, as long as the claim holds. @throws ClaimLostError when it does not. */
export const updateRun = claims.update;

/** Keeps the claim alive while the work runs. */
export const keepClaim = claims.keep;

/** Claims a queued run, or one whose worker crashed. @returns null when it is over, or another worker holds it. */
export async function claimRun(ctx: CompanyContext, runId: string): Promise<ClaimedRun | null> {
  if (!(await claims.claim(ctx, runId))) return null;
  return db(ctx).syncRun.findUnique({
    where: { companyId_id: { companyId: ctx.companyId, id: runId } },
    include: { integration: true },
  });
}

/** What a walk through a provider's data came to. */
export interface SyncOutcome {
  /** For the user: "41 payouts, 3 new". */
  message: string;
  /** Where the next sync starts. */
  cursor: Prisma.InputJsonObject;
  /** Of a source that was read from its start date on: the payouts before it; null where they can't be told. */
  earlierPayouts?: EarlierPayout[] | null;
}

const DAY_SECONDS = 86_400;

/** Payouts change for a while after they were made (a bank can send one back within five business days). */
const LOOK_BACK_SECONDS = 30 * DAY_SECONDS;

/** A payout that is unfinished or unreadable for longer than this is no longer looked at. */
const LONGEST_SECONDS = 90 * DAY_SECONDS;

/** Sources list payouts by their creation; no payout takes longer than this to its `date`. */
const LATEST_ARRIVAL_SECONDS = 10 * DAY_SECONDS;

/**
 * Where the next sync starts, in unix seconds: far enough back for what may still change, and for what is still to be
 * read. A state that we don't know doesn't count: it may never end.
 */
export function nextSince(
  startedAt: number,
  payouts: Iterable<SourcePayout>,
  unreadable: ReadonlySet<string>,
): number {
  let since = startedAt - LOOK_BACK_SECONDS;
  for (const payout of payouts) {
    const unfinished =
      !payout.complete && payout.unknownState === undefined && !isReturned(payout.status);
    if (!unfinished && !unreadable.has(payout.providerId)) continue;
    since = Math.min(since, toDayNumber(payout.date) * DAY_SECONDS - LATEST_ARRIVAL_SECONDS);
  }
  return Math.max(since, startedAt - LONGEST_SECONDS);
}
