import type { Summary } from "@/lib/contracts/dashboard";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";

/** How much there is of everything. Deleted deposits don't count. */
export async function summarize(ctx: CompanyContext): Promise<Summary> {
  const { companyId } = ctx;
  const live = { companyId, deletedAt: null };
  const { byStatus, lines, payments } = await db(ctx).$transaction(async (tx) => ({
    byStatus: await tx.deposit.groupBy({ by: ["status"], where: live, _count: true }),
    lines: await tx.depositLine.count({ where: { companyId, deposit: { deletedAt: null } } }),
    payments: await tx.ledgerPayment.count({ where: { companyId, NOT: { state: "gone" } } }),
  }));
  const counts = { pending: 0, suggested: 0, matched: 0, posted: 0 };
  for (const { status, _count } of byStatus) counts[status] = _count;
  const deposits = counts.pending + counts.suggested + counts.matched + counts.posted;
  return { deposits, lines, payments, ...counts };
}
