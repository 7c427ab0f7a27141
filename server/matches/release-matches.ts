import type { Prisma } from "@/generated/prisma/client";
import { titleOfDeposit } from "@/server/deposits/deposit-note";
import { removePlanned } from "@/server/deposits/planned-rows";
import { notify } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { isUnderway, lockPostings } from "@/server/work/postings";
import { forgetChangedPayments } from "./store-findings";

/**
 * Payments that a match can't use: changed in the ledger, or planned for one that is no longer connected. What an
 * undo that stopped partway has deleted itself is no change: it goes on, or plans it anew.
 */
export const unusablePayment = {
  OR: [
    { state: { notIn: ["open", "planned"] }, NOT: { planned: { removedAt: { not: null } } } },
    { state: "planned", integration: { status: "disconnected" } },
  ],
} satisfies Prisma.LedgerPaymentWhereInput;

/** What a user chose for single lines, with payments that are still there to be used. */
const usableChoice = {
  state: "accepted",
  origin: "manual",
  payments: { none: { payment: unusablePayment } },
} satisfies Prisma.MatchWhereInput;

/**
 * Puts deposits that are not posted back to pending: their suggestions are gone, their matches superseded,
 * what waited to be posted is not posted. Under the matching lock, with their postings locked; the
 * caller leaves out what is being sent, and records why.
 * @param choices "stay": what a user chose for single lines is kept, where its payments still allow it
 */
export async function releaseMatches(
  tx: Tx,
  ctx: CompanyContext,
  depositIds: number[],
  choices: "stay" | "go",
): Promise<void> {
  const { companyId } = ctx;
  await tx.match.deleteMany({
    where: { companyId, depositId: { in: depositIds }, state: "proposed" },
  });
  await tx.match.updateMany({
    where: {
      ...{ companyId, depositId: { in: depositIds }, state: "accepted" },
      ...(choices === "stay" && { NOT: usableChoice }),
    },
    data: { state: "superseded", live: false },
  });
  await removePlanned(tx, ctx, depositIds);
  await tx.posting.updateMany({
    where: { companyId, depositId: { in: depositIds }, NOT: { state: "undone" } },
    data: { state: "undone", undoneAt: new Date() },
  });
  await tx.deposit.updateMany({
    where: { companyId, id: { in: depositIds } },
    data: { status: "pending", version: { increment: 1 } },
  });
}

/**
 * Releases matches whose payments changed in QuickBooks (deleted, or deposited by another user or app), as
 * long as they are not posted.
 * @returns how many deposits went back to pending.
 */
export function releaseStaleMatches(ctx: CompanyContext): Promise<number> {
  return withCompanyLock(ctx, (tx) =>
    releaseUnusableMatches(tx, ctx, {
      action: "deposit.released",
      data: { reason: "payments changed in QuickBooks" },
      message: "One of its payments changed in QuickBooks.",
    }),
  );
}

/**
 * Releases matches whose payments can't be deposited any more, as long as they are not posted. A match that is underway
 * to QuickBooks is left to its posting, which checks for itself: the Deposit that holds the payments may be its own.
 * What a user chose for other lines stays. Under the matching lock.
 * @param why the action and its data in the audit trail, and what the user is notified of.
 * @returns how many deposits went back to pending.
 */
export async function releaseUnusableMatches(
  tx: Tx,
  ctx: CompanyContext,
  why: { action: string; message: string; data?: Prisma.InputJsonObject },
): Promise<number> {
  const { companyId } = ctx;
  await forgetChangedPayments(tx, ctx);
  const candidates = await tx.match.findMany({
    where: {
      companyId,
      live: true,
      deposit: { status: { in: ["pending", "suggested", "matched"] } },
      payments: { some: { payment: unusablePayment } },
    },
    select: { id: true, depositId: true, state: true },
  });
  const postings = await lockPostings(
    tx,
    ctx,
    candidates.map((match) => match.depositId),
  );
  const underway = new Set(postings.filter(isUnderway).map(({ depositId }) => depositId));
  const stale = candidates.filter((match) => !underway.has(match.depositId));
  const depositIds = [...new Set(stale.map((match) => match.depositId))];
  if (depositIds.length === 0) return 0;
  await releaseMatches(tx, ctx, depositIds, "stay");
  const accepted = new Set(
    stale.filter((match) => match.state === "accepted").map((match) => match.depositId),
  );
  for (const depositId of accepted) {
    await recordAudit(tx, ctx, {
      action: why.action,
      entity: "deposit",
      entityId: depositId,
      ...(why.data && { data: why.data }),
    });
    await notify(tx, ctx, {
      event: `released:${stale.find((match) => match.depositId === depositId)?.id}`,
      kind: "issue",
      title: `${await titleOfDeposit(tx, ctx, depositId)} needs a new match`,
      body: why.message,
      link: `/transaction/${depositId}`,
      group: {
        key: "released",
        title: "{n} payouts need a new match",
        link: "/transactions?status=pending",
      },
    });
  }
  return accepted.size;
}
