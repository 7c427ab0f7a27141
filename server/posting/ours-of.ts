import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { PlannedRow } from "./payment-draft";

/**
 * The payments that we created, or may have created, for a deposit's match, or whose customer we created; the
 * newest first. Once a match has
 * ended they are payments like any other: a later match of the same payment does not make it ours again.
 */
export async function oursOf(
  tx: Tx,
  ctx: CompanyContext,
  depositId: number,
): Promise<PlannedRow[]> {
  const all = await everOursOf(tx, ctx, depositId);
  return all.filter(({ planned }) => planned.removedAt === null);
}

/** The same with those that an undo, which is not finished, has deleted. */
export async function everOursOf(
  tx: Tx,
  { companyId }: CompanyContext,
  depositId: number,
): Promise<PlannedRow[]> {
  const found = await tx.plannedPayment.findMany({
    where: {
      companyId,
      depositId,
      OR: [{ sentAt: { not: null } }, { createdCustomerId: { not: null } }],
      payment: {
        matchedPayments: { some: { live: true, match: { depositId, state: "accepted" } } },
      },
    },
    include: {
      payment: {
        include: { matchedPayments: { where: { live: true }, include: { match: true } } },
      },
    },
    orderBy: [{ createdAt: { sort: "desc", nulls: "first" } }, { paymentId: "desc" }],
  });
  return found.flatMap(({ payment: { matchedPayments, ...payment }, ...planned }) => {
    const { createdAt } = planned;
    const forThisMatch =
      createdAt === null || matchedPayments.some(({ match }) => match.createdAt <= createdAt);
    return forThisMatch ? [{ ...payment, planned }] : [];
  });
}
