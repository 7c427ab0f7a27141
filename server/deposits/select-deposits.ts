import type { z } from "zod";
import { Prisma } from "@/generated/prisma/client";
import type { depositSort } from "@/lib/contracts/deposits";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { chosenFrom, criteriaCtes, type DepositFilter, readCriteria } from "./criteria";
import { ORDER } from "./deposit-order";

/**
 * The ids of all deposits that a filter lets through, in order: what a list would show on all of its
 * pages together, as it is at this moment.
 */
export async function selectDeposits(
  tx: Tx,
  ctx: CompanyContext,
  filter: DepositFilter,
  sort: z.infer<typeof depositSort> = "-date",
): Promise<{ ids: number[]; books: unknown }> {
  const criteria = await readCriteria(ctx, filter, tx);
  const [found] = await tx.$queryRaw<[{ ids: number[]; books: unknown }]>(Prisma.sql`
    WITH ${criteriaCtes(ctx, criteria)}
    SELECT bank.books,
      ARRAY(SELECT d.id ${chosenFrom(ctx, criteria)} ORDER BY ${ORDER[sort]}) AS ids
    FROM bank`);
  return found;
}
