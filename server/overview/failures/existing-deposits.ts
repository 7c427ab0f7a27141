import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

/** The given deposits that still exist, in the order given. */
export async function existingDeposits(ctx: CompanyContext, ids: number[]): Promise<number[]> {
  const rows = await db(ctx).deposit.findMany({
    where: { companyId: ctx.companyId, id: { in: ids }, deletedAt: null },
    select: { id: true },
  });
  const there = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => there.has(id));
}
