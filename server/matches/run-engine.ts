import type { MatchingAlgorithm } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";
import { match } from "@/server/matching/match";
import { toSettlementDeposit } from "@/server/posting/load-settlement";
import { toDepositInput, toPaymentInput } from "./engine-input";
import { loadHistory } from "./history";
import type { OpenBooks } from "./open-books";
import { type Plan, planDeposits } from "./plan";

/** Lets the engine decide over the given books, with what this company decided before. */
export async function runEngine(
  tx: Tx,
  ctx: CompanyContext,
  books: OpenBooks,
  algorithm: MatchingAlgorithm,
): Promise<Plan[]> {
  const history = await loadHistory(tx, ctx);
  const payments = books.payments.map(toPaymentInput);
  const result = match(books.deposits.map(toDepositInput), payments, {
    algorithm,
    history,
  });
  return planDeposits(
    books.deposits.map((deposit) => ({
      id: String(deposit.id),
      itemized: deposit.itemized,
      settlement: toSettlementDeposit(deposit),
    })),
    result,
    new Map(payments.map((payment) => [payment.id, payment.amount])),
    history,
  );
}
