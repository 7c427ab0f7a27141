import type { Prisma } from "@/generated/prisma/client";
import type { Suggestion } from "@/lib/contracts/matches";
import { settle, toSumProof } from "@/lib/settlement";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { chosenBankName } from "@/server/deposits/bank-name";
import { toMatchView } from "@/server/deposits/deposit-view";
import { viewDeposits } from "@/server/deposits/view-deposits";
import {
  toSettlementDeposit,
  toSettlementMatch,
  withParts,
} from "@/server/posting/load-settlement";
import { withLines } from "./engine-input";

/** More than one sitting's worth; the oldest first, as a bookkeeper works through them. */
const LIMIT = 200;

/** Deposits that wait for a person's word, each with what the engine found and why. */
export async function listSuggestions(
  ctx: CompanyContext,
): Promise<{ suggestions: Suggestion[]; total: number }> {
  const { companyId } = ctx;
  const suggested = {
    companyId,
    status: "suggested",
    deletedAt: null,
    matches: { some: { state: "proposed" } },
  } satisfies Prisma.DepositWhereInput;
  const { rows, views, total } = await db(ctx).$transaction(async (tx) => {
    const rows = await tx.deposit.findMany({
      where: suggested,
      include: { ...withLines, matches: { where: { state: "proposed" }, include: withParts } },
      orderBy: [{ txnDate: "asc" }, { id: "asc" }],
      take: LIMIT,
    });
    const views = await viewDeposits(tx, ctx, rows, await chosenBankName(ctx, tx));
    const total = rows.length < LIMIT ? rows.length : await tx.deposit.count({ where: suggested });
    return { rows, views, total };
  });
  return {
    total,
    suggestions: rows.flatMap((row, index) => {
      const deposit = views[index];
      if (!deposit) return [];
      const settlement = settle(toSettlementDeposit(row), row.matches.map(toSettlementMatch));
      return {
        deposit,
        matches: row.matches.map(toMatchView),
        proof: toSumProof(settlement, Number(row.amount), row.currency),
        // All of them have to be right for the deposit to be right; the weakest decides.
        probability: Math.min(...row.matches.map((match) => match.probability)),
      };
    }),
  };
}
