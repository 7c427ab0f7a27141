import { type MatchRun, Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { claimsOn } from "@/server/platform/queue/claim-row";
import { LEASES } from "@/server/platform/queue/leases";

const claims = claimsOn<MatchRun, Prisma.MatchRunUpdateManyMutationInput>(LEASES["match-run"], {
  claiming: Prisma.sql`attempt = attempt + 1`,
  write: (tx, { companyId, id, attempt }, data) =>
    tx.matchRun.updateMany({
      where: { companyId, id, attempt, state: "running" },
      data: { ...data, heartbeatAt: new Date() },
    }),
  beat: () => ({}),
  lost: "This Auto Match was canceled or claimed by another worker",
});

/** Writes to a claimed run, as long as the claim holds. @throws ClaimLostError when it does not. */
export const updateMatchRun = claims.update;

/** Keeps the claim alive while the work runs. */
export const keepMatchRun = claims.keep;

/** Claims a queued run, or one whose worker crashed. @returns null when it is over, or another worker holds it. */
export async function claimMatchRun(ctx: CompanyContext, runId: string): Promise<MatchRun | null> {
  if (!(await claims.claim(ctx, runId))) return null;
  return db(ctx).matchRun.findUnique({
    where: { companyId_id: { companyId: ctx.companyId, id: runId } },
  });
}
