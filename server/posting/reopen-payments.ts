import { applyPaymentAccount } from "@/server/connections/apply-payment-account";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

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
