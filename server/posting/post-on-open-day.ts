import { dayInWords } from "@/lib/format-date";
import { recordAudit } from "@/server/platform/record-audit";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { enqueueDuePostings } from "@/server/work/enqueue-due-postings";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { requireOpenDay } from "./require-open-day";

/**
 * Dates a deposit in the books on the first day after the closed period, or on its own day again, and posts it if it
 * waited for that.
 * @throws NotFoundError; ConflictError where no period is closed, or it is posted, or may be; ProviderError.
 */
export async function postOnOpenDay(
  ctx: CompanyContext,
  { deposit_id: id, on }: { deposit_id: number; on: boolean },
): Promise<{ message: string }> {
  const { companyId } = ctx;
  // Before QuickBooks is asked.
  await requireDeposit(db(ctx), ctx, id);
  const day = on ? await requireOpenDay(ctx) : null;
  await db(ctx).$transaction(async (tx) => {
    await requireDeposit(tx, ctx, id);
    await requeue(tx, ctx, id);
    await tx.deposit.update({
      where: { companyId_id: { companyId, id } },
      data: { earliestDate: day === null ? null : new Date(day), version: { increment: 1 } },
    });
    await recordAudit(tx, ctx, {
      action: day === null ? "deposit.own_day_restored" : "deposit.open_day_chosen",
      entity: "deposit",
      entityId: id,
      data: { ...(day !== null && { message: dayInWords(day) }) },
    });
  });
  await enqueueDuePostings(ctx);
  return {
    message: day === null ? "Dated as the payout again" : `Dated ${dayInWords(day)} in QuickBooks`,
  };
}

/** A request that may have reached QuickBooks carried the day before: it has to be found by that first. */
async function requeue(tx: Tx, { companyId }: CompanyContext, depositId: number): Promise<void> {
  const queued = await tx.posting.updateMany({
    where: {
      ...{ companyId, depositId, outcomeUnknown: false },
      state: { in: ["failed", "blocked", "queued"] },
    },
    data: { state: "queued", message: "", errorCode: null, details: "", nextAttemptAt: new Date() },
  });
  if (queued.count > 0) return;
  const live = await tx.posting.count({
    // A held one is posted once a user says so.
    where: { companyId, depositId, state: { notIn: ["undone", "held"] } },
  });
  if (live > 0) {
    throw new ConflictError(
      "This deposit is posted, or may be in QuickBooks already. Undo the match, or retry first.",
    );
  }
}
