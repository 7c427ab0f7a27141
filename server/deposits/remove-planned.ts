import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/**
 * Removes the planned payments of deposits whose matches have ended. One that QuickBooks may hold stays: the
 * undo that looks for it there needs its request id.
 */
export async function removePlanned(
  tx: Tx,
  { companyId }: CompanyContext,
  depositIds: readonly number[],
): Promise<void> {
  await tx.ledgerPayment.deleteMany({
    where: {
      companyId,
      state: "planned",
      planned: { depositId: { in: [...depositIds] }, sentAt: null },
      matchedPayments: { none: { live: true } },
    },
  });
}
