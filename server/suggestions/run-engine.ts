import type { MatchingAlgorithm } from "@/generated/prisma/client";
import { toSettlementDeposit } from "@/server/deposits/settlement-rows";
import { match } from "@/server/matching/match";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { toDepositInput, toPaymentInput } from "@/server/suggestions/engine-input";
import type { OpenBooks } from "./load-open-rows";
import { loadPastDecisions } from "./load-past-decisions";
import { type Plan, planDeposits } from "./plan-deposits";

/** Lets the engine decide over the given books, with what this company decided before. */
export async function runEngine(
  tx: Tx,
  ctx: CompanyContext,
  books: OpenBooks,
  algorithm: MatchingAlgorithm,
): Promise<Plan[]> {
  const history = await loadPastDecisions(tx, ctx);
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
