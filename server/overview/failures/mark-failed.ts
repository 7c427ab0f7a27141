import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { JobName } from "@/server/platform/queue/definitions";

const ON_OUR_SIDE = "This kept failing because of a problem on our side.";

/** Jobs whose row itself says that they failed. */
type RowJob = "sync" | "match-run" | "post";

export function hasOwnRow(job: JobName): job is RowJob {
  return job === "sync" || job === "match-run" || job === "post";
}

/**
 * Marks the row of a parked job as failed, so that it is no longer under way and can be retried.
 * @returns the words for its notification; null when the row is no longer under way.
 */
export async function markFailed(
  tx: Tx,
  ctx: CompanyContext,
  { job, entityId }: { job: RowJob; entityId: string },
): Promise<{ title: string; reason: string } | null> {
  const row = { companyId: ctx.companyId, id: entityId };
  const reason = `${ON_OUR_SIDE} Please retry.`;
  const over = { state: "failed" as const, message: reason, finishedAt: new Date() };
  const active = { state: { in: ["queued" as const, "running" as const] } };
  if (job === "sync") {
    const data = { ...over, errorCode: "internal" };
    const { count } = await tx.syncRun.updateMany({ where: { ...row, ...active }, data });
    return count === 0 ? null : { title: "A sync failed", reason };
  }
  if (job === "match-run") {
    const { count } = await tx.matchRun.updateMany({ where: { ...row, ...active }, data: over });
    return count === 0 ? null : { title: "Auto Match failed", reason };
  }
  const { count } = await tx.posting.updateMany({
    where: { ...row, state: { in: ["queued", "sending"] } },
    data: { state: "failed", message: reason, errorCode: "internal" },
  });
  return count === 0 ? null : { title: "A deposit couldn't be posted", reason };
}
