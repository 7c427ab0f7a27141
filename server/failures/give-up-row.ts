import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";

const ON_OUR_SIDE = "It failed each time because of an error on our side.";

/**
 * Marks the row of a parked job as failed, so that it is no longer under way and can be retried.
 * @returns what to tell about it; null when the job has no such row, or it is over already.
 */
export async function giveUpRow(
  tx: Tx,
  ctx: CompanyContext,
  { job, entityId }: { job: string; entityId: string },
): Promise<{ title: string; reason: string } | null> {
  const row = { companyId: ctx.companyId, id: entityId };
  const reason = `${ON_OUR_SIDE} Retry it.`;
  const over = { state: "failed" as const, message: reason, finishedAt: new Date() };
  const active = { state: { in: ["queued" as const, "running" as const] } };
  if (job === "sync") {
    const data = { ...over, errorCode: "internal" };
    const { count } = await tx.syncRun.updateMany({ where: { ...row, ...active }, data });
    return count === 0 ? null : { title: "A sync was given up", reason };
  }
  if (job === "match-run") {
    const { count } = await tx.matchRun.updateMany({ where: { ...row, ...active }, data: over });
    return count === 0 ? null : { title: "Auto Match was given up", reason };
  }
  if (job === "post") {
    const { count } = await tx.posting.updateMany({
      where: { ...row, state: { in: ["queued", "sending"] } },
      data: { state: "failed", message: reason, errorCode: "internal" },
    });
    return count === 0 ? null : { title: "A deposit could not be posted", reason };
  }
  return null;
}
