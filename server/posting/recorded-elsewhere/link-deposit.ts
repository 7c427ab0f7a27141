import { type Integration, type LedgerPayment, Prisma } from "@/generated/prisma/client";
import { capitalized } from "@/lib/capitalized";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type {
  linkExisting as linkExistingContract,
  putAside as putAsideContract,
} from "@/lib/contracts/existing-deposits";
import { counted } from "@/lib/counted";
import type { LedgerWords } from "@/lib/ledger-words";
import { toDecimal } from "@/lib/money";
import { matchByHand, settle } from "@/lib/settlement";
import { credentialStore } from "@/server/connections/credentials";
import { requireLedger } from "@/server/connections/find";
import { hasUndepositedFunds } from "@/server/connections/payment-account";
import { foundJournal } from "@/server/deposits/deposit-journal";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import { toSettlementDeposit } from "@/server/deposits/settlement-rows";
import { insertMatches, releaseMatches, releaseProposals } from "@/server/matches/write-matches";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import type { LedgerDeposit } from "@/server/providers/ledger";
import { getLedger } from "@/server/providers/registry";
import { wordsOf } from "@/server/work/ledger-words";
import { recordIn, thisRecord } from "../record-words";
import { forgetSuggestions, requireSuggested, requireUndecided } from "./suggestions";

/**
 * Ties an open deposit to the Deposit that the books have of it already, under the company's lock: nothing is sent.
 * The Deposit's payments become its match; one without payments has none. In books that clear an account no Deposit
 * names its payments: a match that was accepted stays.
 * @param evidence in words.
 * @returns false, and nothing changes, when the sums don't agree or another payout has this Deposit.
 */
export async function linkDeposit(
  tx: Tx,
  ctx: CompanyContext,
  integration: Pick<Integration, "id" | "provider">,
  deposit: DepositWithLines,
  { existing, evidence }: { existing: LedgerDeposit; evidence: readonly string[] },
): Promise<boolean> {
  const { companyId } = ctx;
  if (existing.total !== Number(deposit.amount) || existing.currency !== deposit.currency)
    return false;
  if (await isTaken(tx, ctx, integration, existing.id)) return false;
  const payments = await paymentsOn(tx, ctx, integration, existing.id);
  const sums = toSettlementDeposit(deposit);
  const match = matchByHand(
    sums.lines,
    payments.map(({ amount }) => Number(amount)),
  );
  // With payments that we don't know, or that leave a difference, the proof of the sum would be wrong.
  const isProved =
    existing.payments.length === 0 || (payments.length > 0 && settle(sums, [match]).closes);
  if (!isProved) return false;

  const words = wordsOf(integration.provider);
  const isMatchKept = await keepMatch(tx, ctx, integration, deposit, existing);
  if (!isMatchKept) await releaseMatches(tx, ctx, [deposit.id], "go");
  if (payments.length > 0) {
    const found = { existing, payments, lineIds: match.lineIds, evidence, words };
    await insertFound(tx, ctx, deposit, found);
  }
  const as = words.numberOf(existing.id) && ` as ${words.depositOf(existing.id)}`;
  await tx.posting.create({
    data: {
      ...{ companyId, depositId: deposit.id, integrationId: integration.id },
      ...{ state: "posted", adopted: true, quickbooksDepositId: existing.id },
      message: `Already recorded in ${words.name}${as} (${evidence.join(", ")}). We linked to it.`,
      journal: foundJournal(existing, payments, words) ?? Prisma.DbNull,
      postedAt: new Date(),
    },
  });
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: deposit.id } },
    data: { status: "posted", quickbooksId: existing.id, version: { increment: 1 } },
  });
  await forgetSuggestions(tx, ctx, { depositId: deposit.id, quickbooksDepositId: existing.id });
  await recordAudit(tx, ctx, {
    action: "deposit.adopted",
    entity: "deposit",
    entityId: deposit.id,
    data: { quickbooksId: existing.id, message: evidence.join(", ") },
  });
  return true;
}

/**
 * Ends a deposit's posting and leaves its match, whose payments the Deposit has: in books that clear an account.
 * @returns false where there is no such match; nothing changes.
 */
async function keepMatch(
  tx: Tx,
  ctx: CompanyContext,
  integration: Pick<Integration, "provider">,
  { id: depositId, status }: DepositWithLines,
  existing: LedgerDeposit,
): Promise<boolean> {
  if (hasUndepositedFunds(integration) || status !== "matched") return false;
  const { companyId } = ctx;
  const matched = await tx.ledgerPayment.findMany({
    where: {
      companyId,
      matchedPayments: { some: { live: true, match: { depositId, state: "accepted" } } },
    },
    select: { id: true, state: true },
  });
  if (matched.length === 0 || matched.some(({ state }) => state !== "open")) return false;
  await tx.posting.updateMany({
    where: { companyId, depositId, NOT: { state: "undone" } },
    data: { state: "undone", undoneAt: new Date() },
  });
  await tx.ledgerPayment.updateMany({
    where: { companyId, id: { in: matched.map(({ id }) => id) } },
    data: { state: "deposited", depositedOn: existing.id },
  });
  return true;
}

/** Whether a payout has this Deposit: linked, posted, or put aside for it. */
async function isTaken(
  tx: Tx,
  { companyId }: CompanyContext,
  { id: integrationId }: Pick<Integration, "id">,
  quickbooksDepositId: string,
): Promise<boolean> {
  const taken = await tx.posting.count({
    where: {
      ...{ companyId, quickbooksDepositId, NOT: { state: "undone" } },
      OR: [{ integrationId }, { integrationId: null }],
    },
  });
  return taken > 0;
}

function paymentsOn(
  tx: Tx,
  { companyId }: CompanyContext,
  { id: integrationId }: Pick<Integration, "id">,
  depositedOn: string,
): Promise<LedgerPayment[]> {
  return tx.ledgerPayment.findMany({
    where: {
      ...{ companyId, integrationId, depositedOn },
      matchedPayments: { none: { live: true, match: { state: "accepted" } } },
    },
  });
}

async function insertFound(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  found: {
    existing: LedgerDeposit;
    payments: LedgerPayment[];
    lineIds: number[];
    evidence: readonly string[];
    words: LedgerWords;
  },
): Promise<void> {
  const { existing, payments, lineIds, evidence, words } = found;
  const paymentIds = payments.map(({ id }) => id);
  await releaseProposals(tx, ctx, { exceptDepositId: deposit.id, paymentIds });
  await insertMatches(tx, ctx, [
    {
      depositId: deposit.id,
      state: "accepted",
      origin: ctx.userId === null ? "auto" : "manual",
      kind: "many_to_many",
      algorithm: null,
      probability: 1,
      difference: 0,
      currency: deposit.currency,
      evidence: [
        {
          field: "reference",
          level: "existing_deposit",
          weight: 20,
          text: `${capitalized(recordIn(words, existing.id))}: ${evidence.join(", ")}`,
        },
      ],
      alternatives: {},
      decidedBy: ctx.userId,
      lineIds,
      paymentIds,
      adjustments: [],
    },
  ]);
}

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
