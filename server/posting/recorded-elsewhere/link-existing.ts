import { capitalized } from "@/lib/capitalized";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type {
  linkExisting as linkExistingContract,
  putAside as putAsideContract,
} from "@/lib/contracts/existing-deposits";
import { counted } from "@/lib/counted";
import { toDecimal } from "@/lib/money";
import { credentialStore } from "@/server/connections/credentials";
import { requireLedger } from "@/server/connections/find";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import { releaseMatches } from "@/server/matches/write-matches";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { getLedger } from "@/server/providers/registry";
import { wordsOf } from "@/server/work/ledger-words";
import { recordIn, thisRecord } from "../record-words";
import { linkDeposit } from "./link-deposit";
import { forgetSuggestions, requireSuggested, requireUndecided } from "./suggestions";

/**
 * Links a payout to the suggested Deposit, as a user says. Where its total or its payments differ there is no proof
 * of the sum: the payout is put aside, naming the Deposit. Nothing changes in the books.
 * @throws NotFoundError for another's payout; ConflictError when it isn't suggested, either is decided by now, or the
 *   Deposit is gone; ProviderError.
 */
export async function linkExisting(
  ctx: CompanyContext,
  { deposit_id: depositId, existing_id: existingId }: BodyOf<typeof linkExistingContract>,
): Promise<{ message: string }> {
  const { evidence } = await requireSuggested(db(ctx), ctx, depositId, existingId);
  const integration = await requireLedger(ctx);
  const words = wordsOf(integration.provider);
  const existing = await getLedger(integration.provider).readDeposit(
    credentialStore(ctx, integration, "bookkeeping"),
    existingId,
  );
  if (!existing) {
    throw new ConflictError(
      "changed_meanwhile",
      `${capitalized(thisRecord(words, existingId))} is no longer in ${words.name}. Sync, then review again.`,
    );
  }
  return withCompanyLock(ctx, async (tx) => {
    await requireSuggested(tx, ctx, depositId, existingId);
    const deposit = await requireDeposit(tx, ctx, depositId);
    await requireUndecided(tx, ctx, deposit);
    if (await linkDeposit(tx, ctx, integration, deposit, { existing, evidence })) {
      return { message: `Linked to ${recordIn(words, existingId)}` };
    }
    const { companyId } = ctx;
    const taken = await tx.posting.count({
      where: { companyId, quickbooksDepositId: existingId, NOT: { state: "undone" } },
    });
    if (taken > 0) {
      throw new ConflictError(
        "linked_elsewhere",
        `${capitalized(thisRecord(words, existingId))} is linked to another payout. Undo that one first.`,
      );
    }
    const total = `${toDecimal(existing.total, existing.currency)} ${existing.currency}`;
    await markOneBookedElsewhere(tx, ctx, deposit, {
      note: `${capitalized(recordIn(words, existingId))}, ${total}`,
      quickbooksId: existingId,
    });
    return { message: `Marked as booked elsewhere, in ${recordIn(words, existingId)}` };
  });
}

/**
 * Takes a deposit out of the work because it is booked elsewhere: its match is released, nothing is sent. Under the
 * company's lock, with its posting locked.
 * @param where `note`: the user's; `quickbooksId`: the Deposit that has it, where it is known.
 */
async function markOneBookedElsewhere(
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
export async function markBookedElsewhere(
  ctx: CompanyContext,
  { deposit_ids, note }: BodyOf<typeof putAsideContract>,
): Promise<ResponseOf<typeof putAsideContract>> {
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
