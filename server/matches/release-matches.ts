import type { Prisma } from "@/generated/prisma/client";
import { removePlanned } from "@/server/deposits/remove-planned";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

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
