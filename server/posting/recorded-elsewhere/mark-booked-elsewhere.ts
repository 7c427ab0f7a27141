import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { putAside as contract } from "@/lib/contracts/existing-deposits";
import { counted } from "@/lib/counted";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import { releaseMatches } from "@/server/matches/release-matches";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { forgetSuggestions, requireUndecided } from "./suggestions";

/**
 * Takes a deposit out of the work because it is booked elsewhere: its match is released, nothing is sent. Under the
 * company's lock, with its posting locked.
 * @param where `note`: the user's; `quickbooksId`: the Deposit that has it, where it is known.
 */
export async function markOneBookedElsewhere(
  tx: Tx,
  ctx: CompanyContext,
  { id: depositId }: Pick<DepositWithLines, "id">,
  { note, quickbooksId = null }: { note: string; quickbooksId?: string | null },
): Promise<void> {
  const { companyId } = ctx;
  await releaseMatches(tx, ctx, [depositId], "go");
  await tx.posting.create({
    data: {
      ...{
        companyId,
        depositId,
        state: "posted",
        adopted: true,
        quickbooksDepositId: quickbooksId,
      },
      message: note === "" ? "Booked elsewhere." : `Booked elsewhere: ${note}`,
      postedAt: new Date(),
    },
  });
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: depositId } },
    data: { status: "posted", quickbooksId, putAsideNote: note, version: { increment: 1 } },
  });
  await forgetSuggestions(tx, ctx, {
    depositId,
    ...(quickbooksId !== null && { quickbooksDepositId: quickbooksId }),
  });
  await recordAudit(tx, ctx, {
    action: "deposit.put_aside",
    entity: "deposit",
    entityId: depositId,
    data: { message: note, ...(quickbooksId !== null && { quickbooksId }) },
  });
}

/**
 * Puts payouts aside that a user says are booked elsewhere. One that is posted or on its way is skipped with its
 * reason. Undo takes it back.
 * @throws NotFoundError when any of the deposits does not exist; then none is put aside.
 */
export async function putAside(
  ctx: CompanyContext,
  { deposit_ids, note }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const outcome = await withCompanyLock(ctx, async (tx) => {
    const deposits = [];
    for (const id of new Set(deposit_ids)) deposits.push(await requireDeposit(tx, ctx, id));
    const done: number[] = [];
    const skipped: { deposit_id: number; message: string }[] = [];
    for (const deposit of deposits) {
      try {
        await requireUndecided(tx, ctx, deposit);
        await markOneBookedElsewhere(tx, ctx, deposit, { note });
        done.push(deposit.id);
      } catch (error) {
        // It comes before anything is written.
        if (!(error instanceof ConflictError)) throw error;
        skipped.push({ deposit_id: deposit.id, message: error.message });
      }
    }
    return { put_aside: done, skipped };
  });
  return {
    message: `${counted(outcome.put_aside.length, "deposit")} marked as booked elsewhere`,
    ...outcome,
  };
}
