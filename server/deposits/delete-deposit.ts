import type { Deposit } from "@/generated/prisma/client";
import type { DepositStatus } from "@/lib/contracts/deposits";
import { requireDeposit } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { lockPostings } from "@/server/work/postings";
import { removePlanned } from "./planned-rows";

/**
 * Deletes a deposit here, for good: later syncs leave it deleted. Its payments are free again, unless it
 * is posted: what is in the books stays there.
 * @throws NotFoundError, ConflictError while it is being posted, and as long as the books may hold a part of it
 *   that only an undo finds there.
 */
export async function deleteDeposit(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await withCompanyLock(ctx, async (tx) => {
    const deposit = await requireDeposit(tx, ctx, input.deposit_id);
    const depositId = deposit.id;
    const [posting] = await lockPostings(tx, ctx, [depositId]);
    if (posting?.state === "sending") {
      throw new ConflictError(
        "posting_in_progress",
        "This deposit is being posted. Try again in a moment.",
      );
    }
    if (posting?.state === "undoing") {
      throw new ConflictError(
        "undo_in_progress",
        "This deposit is being undone. Try again in a moment.",
      );
    }
    if (deposit.status !== "posted") {
      if (posting?.outcomeUnknown || (await mayBeCreated(tx, ctx, depositId))) {
        const { name } = await loadLedgerWords(ctx, tx);
        throw new ConflictError(
          "already_posted",
          `Part of this deposit is in ${name}, or may be. Undo the match first: that removes it there.`,
        );
      }
      await tx.match.deleteMany({ where: { companyId, depositId, state: "proposed" } });
      await tx.match.updateMany({
        where: { companyId, depositId, live: true },
        data: { state: "undone", live: false },
      });
      await removePlanned(tx, ctx, [depositId]);
      await tx.posting.updateMany({
        where: { companyId, depositId, NOT: { state: "undone" } },
        data: { state: "undone", undoneAt: new Date() },
      });
    }
    await tx.deposit.update({
      where: { companyId_id: { companyId, id: depositId } },
      data: {
        deletedAt: new Date(),
        version: { increment: 1 },
        ...(deposit.status !== "posted" && { status: "pending" }),
      },
    });
    await recordAudit(tx, ctx, {
      action: "deposit.deleted",
      entity: "deposit",
      entityId: depositId,
      data: factsOf(deposit),
    });
  });
  return { message: "Deposit deleted successfully" };
}

/** Whether a payment was created for the deposit's match, or may have been: its answer was lost. */
async function mayBeCreated(
  tx: Tx,
  { companyId }: CompanyContext,
  depositId: number,
): Promise<boolean> {
  const created = await tx.plannedPayment.count({
    where: {
      ...{ companyId, depositId, removedAt: null, NOT: { sentAt: null } },
      payment: {
        matchedPayments: { some: { live: true, match: { depositId, state: "accepted" } } },
      },
    },
  });
  return created > 0;
}

/**
 * Restores a deleted deposit. A posted one stays posted; any other is pending, because its payments were
 * free in between.
 * @throws NotFoundError, ConflictError when it is not deleted.
 */
export async function restoreDeposit(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string; status: DepositStatus }> {
  const key = { companyId: ctx.companyId, id: input.deposit_id };
  const status = await withCompanyLock(ctx, async (tx) => {
    const deposit = await tx.deposit.findUnique({ where: { companyId_id: key } });
    if (!deposit) {
      throw new NotFoundError("The deposit you're looking for doesn't exist or has been removed.");
    }
    if (!deposit.deletedAt) throw new ConflictError("already_done", "This deposit isn't deleted.");
    await tx.deposit.update({
      where: { companyId_id: key },
      data: { deletedAt: null, version: { increment: 1 } },
    });
    await recordAudit(tx, ctx, {
      action: "deposit.restored",
      entity: "deposit",
      entityId: deposit.id,
      data: factsOf(deposit),
    });
    return deposit.status;
  });
  return { message: "Deposit restored", status };
}

/** Of an audit row. */
function factsOf({
  providerId,
  status,
  quickbooksId,
}: Pick<Deposit, "providerId" | "status" | "quickbooksId">) {
  return { providerId, status, quickbooksId };
}
