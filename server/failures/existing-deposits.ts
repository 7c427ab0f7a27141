import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";

/** Those of the deposits that are still there, in the order given. */
export async function existingDeposits(ctx: CompanyContext, ids: number[]): Promise<number[]> {
  const rows = await db(ctx).deposit.findMany({
    where: { companyId: ctx.companyId, id: { in: ids }, deletedAt: null },
    select: { id: true },
  });
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => there.has(id));
}
