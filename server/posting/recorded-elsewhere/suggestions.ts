import type { ExistingDeposit, Integration } from "@/generated/prisma/client";
import { capitalized } from "@/lib/capitalized";
import type { BodyOf, QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type {
  dismissExisting as dismissExistingContract,
  existingDepositList as existingDepositListContract,
} from "@/lib/contracts/existing-deposits";
import { dateText } from "@/lib/dates";
import { toWireDecimal } from "@/lib/money";
import { findLedger, sourceName } from "@/server/connections/find";
import { addressesOf } from "@/server/deposits/book-addresses";
import { maybeBookedText } from "@/server/deposits/reason-words";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import type { LedgerDeposit } from "@/server/providers/ledger";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { enqueueDuePostings, isUnderway, lockPostings } from "@/server/work/postings";
import { thisRecord } from "../record-words";

/** A Deposit that may be a payout's. */
interface Suggested {
  depositId: number;
  existing: LedgerDeposit;
  evidence: readonly string[];
}

/** Stores what a look at the books suggests. What a user has dismissed stays dismissed. */
export async function storeSuggestions(
  tx: Tx,
  { companyId }: CompanyContext,
  { id: integrationId }: Pick<Integration, "id">,
  suggested: readonly Suggested[],
): Promise<void> {
  for (const { depositId, existing, evidence } of suggested) {
    const facts = {
      txnDate: new Date(existing.date),
      amount: BigInt(existing.total),
      currency: existing.currency,
      bankName: existing.bankName,
      note: existing.note,
      evidence: [...evidence],
    };
    const key = { companyId, depositId, integrationId, quickbooksDepositId: existing.id };
    await tx.existingDeposit.upsert({
      where: { companyId_depositId_integrationId_quickbooksDepositId: key },
      create: { ...key, ...facts },
      update: facts,
    });
  }
}

/** Drops open suggestions of a deposit, and those of a Deposit to any. */
export async function forgetSuggestions(
  tx: Tx,
  { companyId }: CompanyContext,
  about: { depositId: number; quickbooksDepositId?: string },
): Promise<void> {
  const { depositId, quickbooksDepositId } = about;
  await tx.existingDeposit.deleteMany({
    where: {
      ...{ companyId, state: "suggested" },
      OR: [{ depositId }, ...(quickbooksDepositId ? [{ quickbooksDepositId }] : [])],
    },
  });
}

/**
 * Records that a Deposit isn't this payout's: it is never suggested again, and a posting that waited for the answer
 * goes on.
 * @throws NotFoundError.
 */
export async function dismissExisting(
  ctx: CompanyContext,
  { deposit_id: depositId, existing_id: existingId }: BodyOf<typeof dismissExistingContract>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  const it = capitalized(thisRecord(await loadLedgerWords(ctx), existingId));
  await withCompanyLock(ctx, async (tx) => {
    await requireDeposit(tx, ctx, depositId);
    const suggested = await requireSuggested(tx, ctx, depositId, existingId);
    const { integrationId, quickbooksDepositId } = suggested;
    const key = { companyId, depositId, integrationId, quickbooksDepositId };
    await tx.existingDeposit.update({
      where: { companyId_depositId_integrationId_quickbooksDepositId: key },
      data: { state: "dismissed", decidedAt: new Date(), decidedBy: ctx.userId },
    });
    await tx.posting.updateMany({
      where: { companyId, depositId, state: "blocked", errorCode: "maybe_booked" },
      data: { state: "queued", message: "", errorCode: null, nextAttemptAt: new Date() },
    });
    await recordAudit(tx, ctx, {
      action: "deposit.existing_dismissed",
      entity: "deposit",
      entityId: depositId,
      data: { quickbooksId: existingId, message: it },
    });
  });
  await enqueueDuePostings(ctx);
  return { message: `${it} won't be suggested again` };
}

/**
 * @throws NotFoundError when the payout does not exist or is another company's; ConflictError when the Deposit isn't
 * suggested for it, or not any more.
 */
export async function requireSuggested(
  tx: Tx,
  ctx: CompanyContext,
  depositId: number,
  quickbooksDepositId: string,
): Promise<ExistingDeposit> {
  const { companyId } = ctx;
  const found = await tx.existingDeposit.findFirst({
    where: { companyId, depositId, quickbooksDepositId, state: "suggested" },
  });
  if (found) return found;
  await requireDeposit(tx, ctx, depositId);
  throw new ConflictError(
    "no_suggestion",
    "This Deposit isn't suggested any more. Reload to see why.",
  );
}

/** Why nothing is recorded for a payout that may be in the books already, in words for the user. */
export async function undecidedExisting(
  tx: Tx,
  ctx: CompanyContext,
  depositIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { companyId } = ctx;
  const ledger = await loadLedgerWords(ctx, tx);
  const rows = await tx.existingDeposit.findMany({
    where: { companyId, depositId: { in: [...depositIds] }, state: "suggested" },
    select: { depositId: true, quickbooksDepositId: true },
  });
  return new Map(
    rows.map(({ depositId, quickbooksDepositId }) => [
      depositId,
      maybeBookedText(quickbooksDepositId, ledger),
    ]),
  );
}

/**
 * A receipt or payment for a line of a payout that the books have would be a second one.
 * @throws ConflictError while a user hasn't said whether it does.
 */
export async function requireNoneSuggested(
  tx: Tx,
  ctx: CompanyContext,
  depositId: number,
): Promise<void> {
  const reason = (await undecidedExisting(tx, ctx, [depositId])).get(depositId);
  if (reason !== undefined) throw new ConflictError("decision_needed", reason);
}

const MAX_ROWS = 200;

/** The Deposits that may be payouts' already, oldest payout first. @throws NotFoundError for another's deposit. */
export async function listExisting(
  ctx: CompanyContext,
  { deposit_id: depositId }: QueryOf<typeof existingDepositListContract>,
): Promise<ResponseOf<typeof existingDepositListContract>> {
  if (depositId !== undefined) await requireDeposit(db(ctx), ctx, depositId);
  const where = {
    ...{ companyId: ctx.companyId, state: "suggested" as const, deposit: { deletedAt: null } },
    ...(depositId !== undefined && { depositId }),
  };
  const rows = await db(ctx).existingDeposit.findMany({
    where,
    include: {
      deposit: { include: { integration: { select: { provider: true, displayName: true } } } },
    },
    orderBy: [{ deposit: { txnDate: "asc" } }, { depositId: "asc" }],
    take: MAX_ROWS,
  });
  const total =
    rows.length < MAX_ROWS ? rows.length : await db(ctx).existingDeposit.count({ where });
  const addressOf = addressesOf(await findLedger(ctx));
  return {
    existing: rows.map(({ deposit, ...row }) => ({
      deposit_id: deposit.id,
      txn_date: dateText(deposit.txnDate),
      total_amt: toWireDecimal(Number(deposit.amount), deposit.currency),
      currency: deposit.currency,
      source: sourceName(deposit.integration.provider, deposit.integration.displayName),
      matched: deposit.status === "matched",
      existing: {
        Id: row.quickbooksDepositId,
        TxnDate: dateText(row.txnDate),
        TotalAmt: toWireDecimal(Number(row.amount), row.currency),
        account: row.bankName,
        note: row.note,
        evidence: row.evidence,
        quickbooks_url: addressOf(row.quickbooksDepositId),
      },
    })),
    total,
  };
}

/**
 * Locks a deposit's posting, so that it isn't sent while a user says where the deposit is booked.
 * @throws ConflictError when it is posted, or on its way.
 */
export async function requireUndecided(
  tx: Tx,
  ctx: CompanyContext,
  { id, status }: Pick<DepositWithLines, "id" | "status">,
): Promise<void> {
  if (status === "posted") {
    throw new ConflictError("already_posted", "This deposit is posted. Undo the match first.");
  }
  const postings = await lockPostings(tx, ctx, [id]);
  if (postings.some(isUnderway)) {
    throw new ConflictError(
      "posting_in_progress",
      "This deposit is being posted. Try again in a moment.",
    );
  }
}
