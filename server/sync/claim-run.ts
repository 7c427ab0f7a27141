import { type Integration, Prisma, type SyncRun } from "@/generated/prisma/client";
import type { RunState } from "@/lib/contracts/values/runs";
import type { EarlierPayout } from "@/server/connections/start-dates";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { claimsOn, LEASES } from "@/server/platform/queue/claims";

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
