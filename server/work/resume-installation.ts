import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError, ForbiddenError } from "@/server/platform/errors";
import { forgetPause, isPrivate, readInstallation } from "@/server/platform/installation";
import { recordAudit } from "@/server/platform/record-audit";

/**
 * Ends the pause of a restored copy: it syncs, posts and mails from then on.
 * @throws ForbiddenError where strangers may have companies, so that only the operator decides; ConflictError when nothing is paused.
 */
export async function resumeInstallation(ctx: SessionContext): Promise<{ message: string }> {
  const installation = await readInstallation();
  if (!isPrivate(installation)) {
    throw new ForbiddenError(
      "Only the operator of this installation can resume it, with npm run resume.",
    );
  }
  await db(ctx).$transaction(async (tx) => {
    const { count } = await tx.installation.updateMany({
      where: { pausedAt: { not: null } },
      data: { pausedAt: null },
    });
    if (count === 0) throw new ConflictError("already_done", "Nothing is paused.");
    await recordAudit(tx, ctx, {
      action: "installation.resumed",
      entity: "installation",
      entityId: installation.id,
    });
  });
  forgetPause();
  return { message: "Resumed. Syncs, postings and mails go on within seconds." };
}
