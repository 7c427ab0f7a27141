import type { LedgerPayment } from "@/generated/prisma/client";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { matchTransaction } from "@/lib/contracts/matches";
import { matchByHand, settle } from "@/lib/settlement";
import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";
import { UnusableInputError } from "@/server/errors";
import { ledgerAccounts } from "@/server/integrations/ledger-accounts";
import { enqueueDuePostings } from "@/server/posting/enqueue-due";
import { toSettlementDeposit } from "@/server/posting/load-settlement";
import { acceptMatches } from "./accept-matches";
import type { DepositWithLines } from "./engine-input";
import { withMatchingLock } from "./matching-lock";
import { loadPicked, pickedDepositIds } from "./picked-rows";
import { splitPicked } from "./split-picked";
import { insertMatches, releaseProposals } from "./write-matches";

type Input = BodyOf<typeof matchTransaction>;

/** Where a person wants a difference booked. */
interface DifferenceAccount {
  accountId: string;
  description: string;
}

/**
 * Matches the deposits and payments that a person picked, all of them or none. Of several deposits each
 * gets its own part of the payments; all charges of a deposit are explained by all payments of its part. A
 * difference needs an account that the person chose, and a deposit of its own.
 * @throws NotFoundError (unknown rows), ConflictError (posted, or taken meanwhile), UnusableInputError
 *   (sums or currencies don't fit, or more than one way to divide the payments).
 */
export async function manualMatch(ctx: CompanyContext, input: Input): Promise<{ message: string }> {
  const depositIds = pickedDepositIds(input);
  const difference = input.difference_account && (await checkedAccount(ctx, input));
  await withMatchingLock(ctx, async (tx) => {
    const picked = await loadPicked(tx, ctx, input, depositIds);
    if (difference && picked.deposits.length > 1) {
      throw new UnusableInputError(
        "A difference can be booked for one deposit only. Match one deposit at a time.",
      );
    }
    const parts = await splitPicked(tx, ctx, picked);
    for (const deposit of picked.deposits) {
      await replaceProposals(tx, ctx, deposit, parts.get(deposit.id) ?? [], difference);
      await acceptMatches(tx, ctx, deposit, "deposit.matched_by_hand");
    }
  });
  await enqueueDuePostings(ctx);
  return { message: "Transactions matched successfully" };
}

async function checkedAccount(ctx: CompanyContext, input: Input): Promise<DifferenceAccount> {
  const account = (await ledgerAccounts(ctx)).find(({ id }) => id === input.difference_account?.Id);
  if (!account) throw new UnusableInputError("QuickBooks has no such account for the difference.");
  return { accountId: account.id, description: "Difference accepted by hand" };
}

async function replaceProposals(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  payments: LedgerPayment[],
  difference: DifferenceAccount | undefined,
): Promise<void> {
  const { companyId } = ctx;
  await tx.match.deleteMany({ where: { companyId, depositId: deposit.id, state: "proposed" } });
  await releaseProposals(tx, ctx, {
    exceptDepositId: deposit.id,
    paymentIds: payments.map(({ id }) => id),
  });
  const sums = toSettlementDeposit(deposit);
  const amounts = payments.map(({ amount }) => Number(amount));
  const match = matchByHand(sums.lines, amounts);
  const { lineIds } = match;
  const { difference: missing } = settle(sums, [match]);
  if (missing !== 0 && difference) match.adjustments.push({ amount: missing, ...difference });
  await insertMatches(tx, ctx, [
    {
      depositId: deposit.id,
      state: "proposed",
      origin: "manual",
      kind: kindOf(lineIds.length, payments.length),
      algorithm: null,
      probability: 1,
      difference: missing,
      currency: deposit.currency,
      evidence: [],
      alternatives: {},
      decidedBy: ctx.userId,
      paymentIds: payments.map(({ id }) => id),
      lineIds,
      adjustments: match.adjustments,
    },
  ]);
}

function kindOf(lines: number, payments: number) {
  if (lines > 1) return payments > 1 ? "many_to_many" : "many_to_one";
  return payments > 1 ? "one_to_many" : "one_to_one";
}
