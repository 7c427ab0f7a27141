import type { SyncRun } from "@/generated/prisma/client";
import { delay } from "@/lib/delay";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

const POLL_MS = 200;

/** Waits until a run is over, at most `seconds`, and returns it as it is then. */
export async function waitForRun(
  ctx: CompanyContext,
  runId: string,
  seconds: number,
): Promise<SyncRun> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const run = await db(ctx).syncRun.findUniqueOrThrow({
      where: { companyId_id: { companyId: ctx.companyId, id: runId } },
    });
    const over = run.state !== "queued" && run.state !== "running";
    if (over || Date.now() >= deadline) return run;
    await delay(POLL_MS);
  }
}
