import type { z } from "zod";
import {
  type Deposit,
  type DepositLine,
  type Integration,
  Prisma,
} from "@/generated/prisma/client";
import type { depositSort } from "@/lib/contracts/deposits";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { NotFoundError } from "@/server/platform/errors";
import { ORDER } from "./columns";
import { chosenFrom, criteriaCtes, type DepositFilter, readCriteria } from "./criteria";

export const DEPOSIT_NOT_FOUND =
  "The deposit you're looking for doesn't exist or has been removed.";

/** @throws NotFoundError when it does not exist, was deleted, or is another company's. */
export async function requireDeposit(
  tx: Tx,
  ctx: CompanyContext,
  id: number,
): Promise<DepositWithLines> {
  const deposit = await tx.deposit.findUnique({
    where: { companyId_id: { companyId: ctx.companyId, id }, deletedAt: null },
    include: withLines,
  });
  if (!deposit) throw new NotFoundError(DEPOSIT_NOT_FOUND);
  return deposit;
}

/** What is loaded with a deposit wherever its sum matters. */
export const withLines = {
  lines: { orderBy: { id: "asc" } },
  integration: true,
} satisfies Prisma.DepositInclude;

export type DepositWithLines = Deposit & { lines: DepositLine[]; integration: Integration };

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
