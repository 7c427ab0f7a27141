import type { Posting, PostingState } from "@/generated/prisma/client";
import { withHeartbeat } from "@/lib/heartbeat";
import { applyPaymentAccount } from "@/server/connections/payment-account";
import { removePlanned } from "@/server/deposits/planned-rows";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { UNDO_LEASE_SECONDS } from "@/server/platform/queue/claims";

const HEARTBEAT_MS = 5_000;

/** A posting that this process is undoing in QuickBooks, without a lock or a transaction. */
export type UndoClaim = Pick<Posting, "id" | "attempts"> & {
  /** What it was before, and is again when QuickBooks refuses. */
  from: PostingState;
};

/**
 * Claims a posting before its Deposit is deleted in QuickBooks: until that is over no worker sends it and
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
    throw new ConflictError("This deposit is being undone. Try again in a moment.");
  }
  const from = stateBefore(posting);
  const { attempts } = await tx.posting.update({
    where: { companyId_id: { companyId, id } },
    data: {
      state: "undoing",
      undoingFrom: from,
      heartbeatAt: new Date(),
      attempts: { increment: 1 },
    },
  });
  return { id, attempts, from };
}

/** The state of a posting apart from its undo. */
export function stateBefore({
  state,
  undoingFrom,
}: Pick<Posting, "state" | "undoingFrom">): PostingState {
  return state === "undoing" ? (undoingFrom ?? "posted") : state;
}

/** Keeps the claim while `work` talks to QuickBooks; when that fails, the posting is what it was before. */
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
    const data = { state: claim.from, undoingFrom: null };
    await db(ctx).posting.updateMany({ where: held, data });
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
  throw new ConflictError("This deposit changed while it was being undone. Reload and try again.");
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
 * Frees the payments of deposits whose Deposits are gone from QuickBooks; those that were booked to an account that is
 * no longer chosen are closed instead.
 * @param quickbooksId only those on this Deposit.
 */
export async function reopenPayments(
  tx: Tx,
  ctx: CompanyContext,
  depositIds: readonly number[],
  quickbooksId?: string,
): Promise<void> {
  const where = {
    ...{ companyId: ctx.companyId, state: "deposited" as const },
    ...(quickbooksId !== undefined && { depositedOn: quickbooksId }),
    matchedPayments: { some: { live: true, match: { depositId: { in: [...depositIds] } } } },
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
