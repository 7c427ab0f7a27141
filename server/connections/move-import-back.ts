import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/**
 * Imports a source's payouts from an earlier day on, as its next sync does: that reads everything from there again.
 * @param importFrom `YYYY-MM-DD`; null: from the first payout on.
 * @returns false, and nothing changes, where payouts are imported from that day on already.
 */
export async function moveImportBack(
  tx: Tx,
  { companyId }: CompanyContext,
  integrationId: string,
  importFrom: string | null,
): Promise<boolean> {
  const moved = await tx.integration.updateMany({
    where: {
      ...{ companyId, id: integrationId, NOT: { importFrom: null } },
      ...(importFrom !== null && { importFrom: { gt: new Date(importFrom) } }),
    },
    data: { importFrom: importFrom === null ? null : new Date(importFrom) },
  });
  return moved.count > 0;
}
