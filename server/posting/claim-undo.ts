import { type Posting, type PostingState, Prisma } from "@/generated/prisma/client";
import { plannedId } from "@/lib/constants/planned-payments";
import { withHeartbeat } from "@/lib/heartbeat";
import { applyPaymentAccount } from "@/server/connections/payment-account";
import { removePlanned } from "@/server/deposits/planned-rows";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { UNDO_LEASE_SECONDS } from "@/server/platform/queue/claims";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { createdRecordsOf, listed } from "./created-records";

const HEARTBEAT_MS = 5_000;

/** A posting that this process is undoing in the books, without a lock or a transaction. */
type UndoClaim = Pick<Posting, "id" | "attempts">;

/**
 * Claims a posting before its Deposit is deleted in the books: until that is over no worker sends it and
 * no other process undoes it. Its row is locked.
 * @throws ConflictError while another process is undoing it.
 */
export async function claimUndo(
  tx: Tx,
  { companyId }: CompanyContext,
  { id, ...posting }: Posting,
): Promise<UndoClaim> {
  const isLive =
    posting.heartbeatAt !== null &&
    posting.heartbeatAt.getTime() > Date.now() - UNDO_LEASE_SECONDS * 1_000;
  if (posting.state === "undoing" && isLive) {
    throw new ConflictError(
      "undo_in_progress",
      "This deposit is being undone. Try again in a moment.",
    );
  }
  const { attempts } = await tx.posting.update({
    where: { companyId_id: { companyId, id } },
    data: {
      state: "undoing",
      undoingFrom: stateBefore(posting),
      heartbeatAt: new Date(),
      attempts: { increment: 1 },
    },
  });
  return { id, attempts };
}

/** The state of a posting apart from its undo. */
export function stateBefore({
  state,
  undoingFrom,
}: Pick<Posting, "state" | "undoingFrom">): PostingState {
  return state === "undoing" ? (undoingFrom ?? "posted") : state;
}

/**
 * Keeps the claim while `work` talks to the books; when that fails, the posting is what it was before, or what
 * {@link recordPart} has made of it.
 */
export async function whileUndoing<T>(
  ctx: CompanyContext,
  claim: UndoClaim,
  work: () => Promise<T>,
): Promise<T> {
  const held = depositsHolding(ctx, claim);
  const beat = () => db(ctx).posting.updateMany({ where: held, data: { heartbeatAt: new Date() } });
  try {
    return await withHeartbeat(beat, HEARTBEAT_MS, work);
  } catch (error) {
    const stopped = await db(ctx).posting.findFirst({ where: held });
    if (stopped) {
      const data = { state: stateBefore(stopped), undoingFrom: null };
      await db(ctx).posting.updateMany({ where: held, data });
    }
    throw error;
  }
}

/** @throws ConflictError when the claim was lost: the process stood still for longer than its lease. */
export async function requireUndoClaim(
  tx: Tx,
  ctx: CompanyContext,
  claim: UndoClaim,
): Promise<void> {
  if ((await tx.posting.count({ where: depositsHolding(ctx, claim) })) === 1) return;
  throw new ConflictError(
    "changed_meanwhile",
    "This deposit changed while it was being undone. Reload and try again.",
  );
}

function depositsHolding({ companyId }: CompanyContext, { id, attempts }: UndoClaim) {
  return { companyId, id, attempts, state: "undoing" as const };
}

/**
 * Ends the matches and postings of deposits: they are pending again. `payments` "open": these are free for a match.
 * "stay": they remain as the ledger reported them. The matches count as undone, so that the engine may propose
 * them again but never decides them without a user.
 */
export async function markUndone(
  tx: Tx,
  ctx: CompanyContext,
  depositIds: readonly number[],
  how: { payments: "open" | "stay"; errorCode?: string },
): Promise<void> {
  const { companyId } = ctx;
  const depositId = { in: [...depositIds] };
  if (how.payments === "open") await reopenPayments(tx, ctx, depositIds);
  await tx.match.updateMany({
    where: { companyId, depositId, state: "accepted" },
    data: {
      ...{ state: "undone", live: false, undoneWithDeposit: true },
      ...{ decidedAt: new Date(), decidedBy: ctx.userId },
    },
  });
  await removePlanned(tx, ctx, depositIds);
  await tx.posting.updateMany({
    where: { companyId, depositId, NOT: { state: "undone" } },
    data: {
      state: "undone",
      undoneAt: new Date(),
      ...(how.errorCode && { errorCode: how.errorCode }),
    },
  });
  await tx.deposit.updateMany({
    where: { companyId, id: depositId },
    data: { status: "pending", quickbooksId: null, putAsideNote: null, version: { increment: 1 } },
  });
}

/**
 * Frees the payments of deposits whose Deposits are gone from the books; those that were booked to an account that is
 * no longer chosen are closed instead.
 * @param quickbooksId only those on this Deposit.
 */
export async function reopenPayments(
  tx: Tx,
  ctx: CompanyContext,
  depositIds: readonly number[],
  quickbooksId?: string,
): Promise<void> {
  const { companyId } = ctx;
  const id = { in: [...depositIds] };
  const deposits = await tx.deposit.findMany({
    where: { companyId, id },
    select: { quickbooksId: true },
  });
  const where = {
    ...{ companyId, state: "deposited" as const },
    ...(quickbooksId !== undefined && { depositedOn: quickbooksId }),
    OR: [
      { matchedPayments: { some: { live: true, match: { depositId: id } } } },
      // Fees in a document of their own, see closeSeparateFees.
      {
        bookedTo: { not: null },
        depositedOn: { in: deposits.flatMap((deposit) => deposit.quickbooksId ?? []) },
        matchedPayments: { none: { live: true } },
      },
    ],
  };
  const booked = await tx.ledgerPayment.findMany({
    where: { ...where, bookedTo: { not: null } },
    select: { id: true },
  });
  await tx.ledgerPayment.updateMany({ where, data: { state: "open", depositedOn: null } });
  if (booked.length === 0) return;
  await applyPaymentAccount(
    tx,
    ctx,
    booked.map(({ id }) => id),
  );
}

/** Why a posting is failed whose undo has begun and not ended. Stored as its error code. */
export const UNDO_STOPPED = "undo_stopped";

/**
 * Records what an undo has deleted so far, and says what is left: whatever happens next, nothing here claims more
 * than the books hold. The deposit is matched, and its Deposit is gone.
 */
export async function recordStep(
  tx: Tx,
  ctx: CompanyContext,
  { id, depositId }: Pick<Posting, "id" | "depositId">,
): Promise<void> {
  const message = await stoppedText(tx, ctx, depositId);
  const now = { state: "failed", undoingFrom: null, message, outcomeUnknown: false } as const;
  await stopAt(tx, ctx, { id, depositId }, now);
}

/**
 * A Deposit is several documents, and some of them are gone. Until the others are, it counts as one of which something may
 * be in the books: the next undo looks for that, Retry completes it, and no sync takes it for a change of a person's.
 */
export function recordPart(
  ctx: CompanyContext,
  claim: UndoClaim,
  posting: Pick<Posting, "id" | "depositId">,
): Promise<void> {
  return withCompanyLock(ctx, async (tx) => {
    await requireUndoClaim(tx, ctx, claim);
    const { name } = await loadLedgerWords(ctx, tx);
    const message = stopped(
      ` One of its transactions was deleted in ${name}; the rest is still there.`,
    );
    const now = { state: "undoing", undoingFrom: "failed", message, outcomeUnknown: true } as const;
    await stopAt(tx, ctx, posting, now);
  });
}

async function stopAt(
  tx: Tx,
  ctx: CompanyContext,
  { id, depositId }: Pick<Posting, "id" | "depositId">,
  now: Pick<Posting, "state" | "undoingFrom" | "message" | "outcomeUnknown">,
): Promise<void> {
  const { companyId } = ctx;
  await tx.posting.update({
    where: { companyId_id: { companyId, id } },
    data: {
      ...now,
      ...{ errorCode: UNDO_STOPPED, postedAt: null },
      ...{ quickbooksDepositId: null, asCreated: Prisma.DbNull },
      // The known request id would repeat the answer about the Deposit that is gone.
      refusals: { increment: 1 },
    },
  });
  await reopenPayments(tx, ctx, [depositId]);
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: depositId } },
    data: { status: "matched", quickbooksId: null, version: { increment: 1 } },
  });
}

async function stoppedText(tx: Tx, ctx: CompanyContext, depositId: number): Promise<string> {
  const ours = (await createdRecordsOf(tx, ctx, depositId)).filter(
    ({ planned }) => planned.sentAt !== null,
  );
  const known = ours.filter(({ planned }) => planned.createdAt !== null);
  const words = await loadLedgerWords(ctx, tx);
  const { name } = words;
  const left =
    known.length === 0
      ? `A payment that ${name} didn't confirm may still be there`
      : `${listed(words, known)} ${known.length === 1 ? "is" : "are"} still in ${name}`;
  const rest = ours.length === 0 ? "" : ` ${left}; the rest was deleted.`;
  return stopped(rest);
}

function stopped(left: string): string {
  return `The undo stopped partway.${left} Undo match continues; Retry posts the deposit again.`;
}

/** Posting again after a stopped undo needs the deleted payments, so they are planned again. @returns how many. */
export async function planDeletedAnew(
  tx: Tx,
  { companyId }: CompanyContext,
  depositId: number,
): Promise<number> {
  const deleted = await tx.plannedPayment.findMany({
    where: {
      ...{ companyId, depositId, NOT: { removedAt: null } },
      payment: {
        matchedPayments: { some: { live: true, match: { depositId, state: "accepted" } } },
      },
    },
    select: { paymentId: true },
  });
  for (const { paymentId } of deleted) {
    const requestId = crypto.randomUUID();
    await tx.plannedPayment.update({
      where: { companyId_paymentId: { companyId, paymentId } },
      data: { requestId, refusals: 0, sentAt: null, createdAt: null, removedAt: null },
    });
    await tx.ledgerPayment.update({
      where: { companyId_id: { companyId, id: paymentId } },
      data: { state: "planned", providerId: plannedId(requestId), depositedOn: null },
    });
  }
  return deleted.length;
}
