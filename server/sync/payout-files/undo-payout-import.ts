import { counted } from "@/lib/counted";
import { deleteDeposit } from "@/server/deposits/delete-deposit";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";

interface Kept {
  deposit_id: number;
  source_id: string;
  reason: string;
}

/**
 * Deletes the payouts that an import added, with their matches, except those that are posted, or that may be in part. What
 * is deleted comes back when the file is imported again. An undo that was interrupted goes on where it was.
 * @throws NotFoundError; ConflictError when it was undone before.
 */
export async function undoPayoutImport(
  ctx: CompanyContext,
  { import_id: id }: { import_id: string },
): Promise<{ message: string; deleted: number; kept: Kept[] }> {
  const { companyId } = ctx;
  const key = { companyId_id: { companyId, id } };
  const found = await db(ctx).payoutImport.findUnique({ where: key });
  if (!found) throw new NotFoundError("This import doesn't exist.");
  if (found.undoneAt) throw new ConflictError("already_done", "This import was undone before.");
  const deposits = await db(ctx).deposit.findMany({
    where: {
      ...{ companyId, integrationId: found.integrationId },
      providerId: { in: found.added },
    },
    select: { id: true, providerId: true },
    orderBy: { id: "asc" },
  });
  const kept: Kept[] = [];
  for (const { id: depositId, providerId } of deposits) {
    const reason = await removed(ctx, depositId);
    if (reason !== null) kept.push({ deposit_id: depositId, source_id: providerId, reason });
  }
  const deleted = deposits.length - kept.length;
  await db(ctx).$transaction(async (tx) => {
    await tx.payoutImport.update({ where: key, data: { undoneAt: new Date() } });
    await recordAudit(tx, ctx, {
      action: "payout_file.import_undone",
      entity: "integration",
      entityId: found.integrationId,
      data: {
        importId: id,
        fileName: found.fileName,
        deleted,
        kept: kept.map(({ source_id }) => source_id),
      },
    });
  });
  const rest = kept.length === 0 ? "" : `; ${counted(kept.length, "payout")} kept`;
  return { message: `Deleted ${counted(deleted, "payout")}${rest}`, deleted, kept };
}

/** Deletes a deposit and its row, so that an import may store it again. @returns why it stays, or null */
async function removed(ctx: CompanyContext, depositId: number): Promise<string | null> {
  const key = { companyId_id: { companyId: ctx.companyId, id: depositId } };
  const { status, deletedAt } = await db(ctx).deposit.findUniqueOrThrow({ where: key });
  if (status === "posted") return "It is posted. Undo its match first.";
  try {
    if (!deletedAt) await deleteDeposit(ctx, { deposit_id: depositId });
  } catch (error) {
    if (error instanceof ConflictError) return error.message;
    throw error;
  }
  await withCompanyLock(ctx, (tx) =>
    tx.deposit.deleteMany({ where: { ...keyOf(ctx, depositId) } }),
  );
  return null;
}

/** Between the two it may have been restored. */
function keyOf({ companyId }: CompanyContext, id: number) {
  return { companyId, id, NOT: [{ deletedAt: null }, { status: "posted" as const }] };
}
