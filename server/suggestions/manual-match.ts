import type { LedgerPayment } from "@/generated/prisma/client";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { matchTransaction } from "@/lib/contracts/matches";
import { type EntryTags, matchByHand, settle } from "@/lib/settlement";
import type { DepositWithLines } from "@/server/deposits/deposit-with-lines";
import { openPart } from "@/server/deposits/open-part";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { toSettlementDeposit, toSettlementMatch } from "@/server/deposits/settlement-rows";
import { homeCurrency } from "@/server/integrations/home-currency";
import { requirePostable } from "@/server/integrations/require-postable";
import { requireTags } from "@/server/integrations/require-tags";
import { matchKind } from "@/server/matching/decision/match-kind";
import { enqueueDuePostings } from "@/server/outbox/enqueue-due-postings";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { UnusableInputError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { acceptMatches } from "./accept-matches";
import { decidedMatches } from "./decided-matches";
import { loadPicked, pickedDepositIds } from "./picked-rows";
import { splitPicked } from "./split-picked";
import { insertMatches, releaseProposals } from "./write-matches";

type Input = BodyOf<typeof matchTransaction>;

/** The account for a difference, chosen by the user. */
interface DifferenceAccount extends EntryTags {
  accountId: string;
  accountName: string;
  description: string;
}

/**
 * Matches the deposits and payments that a person picked, all of them or none. Of several deposits each
 * gets its own part of the payments; all undecided charges of a deposit are explained by all
 * payments of its part. A difference needs an account that the person chose, and a deposit of its own.
 * @throws NotFoundError (unknown rows), ConflictError (posted, or already used), UnusableInputError
 *   (sums or currencies don't fit, or more than one way to divide the payments).
 */
export async function manualMatch(ctx: CompanyContext, input: Input): Promise<{ message: string }> {
  const depositIds = pickedDepositIds(input);
  const difference = input.difference_account && (await checkedAccount(ctx, input, depositIds));
  await withCompanyLock(ctx, async (tx) => {
    const picked = await loadPicked(tx, ctx, input, depositIds);
    if (difference && picked.deposits.length > 1) {
      throw new UnusableInputError(
        "A difference can be recorded for one deposit only. Match one deposit at a time.",
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

async function checkedAccount(
  ctx: CompanyContext,
  { difference_account, difference_note, difference_customer, difference_class }: Input,
  [depositId = 0]: number[],
): Promise<DifferenceAccount> {
  const { currency } = await requireDeposit(db(ctx), ctx, depositId);
  const account = await requirePostable(ctx, {
    id: difference_account?.Id ?? "",
    currencies: [await homeCurrency(ctx), currency],
    field: "difference_account",
  });
  const tags = await requireTags(
    ctx,
    { customer: difference_customer, class: difference_class },
    { customer: "difference_customer", class: "difference_class" },
  );
  return {
    accountId: account.id,
    accountName: account.name,
    description: difference_note || "Difference accepted manually",
    ...tags,
  };
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
  const decided = (await decidedMatches(tx, ctx, deposit.id)).map(toSettlementMatch);
  const isDecided = new Set(decided.flatMap(({ lineIds }) => lineIds));
  const amounts = payments.map(({ amount }) => Number(amount));
  const match = matchByHand(toSettlementDeposit(openPart(deposit, isDecided)).lines, amounts);
  const { lineIds } = match;
  const { difference: missing } = settle(toSettlementDeposit(deposit), [...decided, match]);
  if (missing !== 0 && difference) {
    match.adjustments.push({ kind: "account", amount: missing, ...difference });
  }
  await insertMatches(tx, ctx, [
    {
      depositId: deposit.id,
      state: "proposed",
      origin: "manual",
      kind: matchKind(lineIds.length, payments.length),
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
