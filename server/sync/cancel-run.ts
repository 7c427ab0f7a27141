import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { ConflictError, NotFoundError } from "@/server/errors";

/** Stops a run: its worker notices at the next step. What it stored stays. */
export async function cancelRun(
  ctx: CompanyContext,
  input: { run_id: string },
): Promise<{ message: string }> {
  const key = { companyId: ctx.companyId, id: input.run_id };
  const cancelled = await db(ctx).syncRun.updateMany({
    where: { ...key, state: { in: ["queued", "running"] } },
    data: { state: "cancelled", finishedAt: new Date(), message: "Cancelled" },
  });
  if (cancelled.count === 1) return { message: "Sync cancelled" };
  const run = await db(ctx).syncRun.findUnique({ where: { companyId_id: key } });
  if (!run) throw new NotFoundError("This sync does not exist");
  throw new ConflictError("This sync is over already");
}
