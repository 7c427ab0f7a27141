import type { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { depositFilter, depositSort } from "@/lib/contracts/deposits";
import { contains, inRange, ORDER } from "@/server/deposits/read-page";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { chosenBankName } from "./chosen-bank-name";

export type DepositFilter = z.infer<typeof depositFilter>;

/**
 * The ids of all deposits that a filter lets through, in order: what a list would show on all of its
 * pages together, as it is at this moment.
 */
export async function selectDeposits(
  tx: Tx,
  ctx: CompanyContext,
  { q, status, from, to }: DepositFilter,
  sort: z.infer<typeof depositSort> = "-date",
): Promise<{ ids: number[]; bankName: string }> {
  const bankName = await chosenBankName(ctx, tx);
  const byStatus =
    status === undefined || status === "all"
      ? Prisma.empty
      : Prisma.sql`AND d.status = ${status}::deposit_status`;
  const bySearch = q === undefined ? Prisma.empty : Prisma.sql`AND ${contains(q)}`;
  const rows = await tx.$queryRaw<{ id: number }[]>`
    SELECT d.id FROM deposits d, (SELECT ${bankName}::text AS name) bank
    WHERE d.company_id = ${ctx.companyId}::uuid AND d.deleted_at IS NULL
      ${byStatus} ${inRange(from, to)} ${bySearch}
    ORDER BY ${ORDER[sort]}`;
  return { ids: rows.map(({ id }) => id), bankName };
}
