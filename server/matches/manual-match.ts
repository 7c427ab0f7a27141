import type { LedgerPayment } from "@/generated/prisma/client";
import type { matchTransaction } from "@/lib/contracts/deposits";
import type { BodyOf } from "@/lib/contracts/endpoint";
import { minorDigits, parseDecimal, sumMinor } from "@/lib/money";
import { matchByHand, settle } from "@/lib/settlement";
import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { ConflictError, NotFoundError, UnusableInputError } from "@/server/errors";
import { ledgerAccounts } from "@/server/integrations/ledger-accounts";
import { enqueueDuePostings } from "@/server/posting/enqueue-due";
import { toSettlementDeposit } from "@/server/posting/load-settlement";
import { acceptMatches } from "./accept-matches";
import type { DepositWithLines } from "./engine-input";
import { withMatchingLock } from "./matching-lock";
import { freePayment } from "./open-books";
import { insertMatches, releaseProposals } from "./write-matches";

type Input = BodyOf<typeof matchTransaction>;

/**
 * Matches one deposit with the payments that a person picked. All its charges are explained by all of
 * those payments; a difference needs an account that the person chose.
 * @throws NotFoundError (unknown rows), ConflictError (posted, or taken meanwhile), UnusableInputError
 *   (sums or currencies don't fit).
 */
export async function manualMatch(ctx: CompanyContext, input: Input): Promise<{ message: string }> {
  const [depositId, ...more] = new Set(input.stripe_transaction_ids.map(toRowId));
  if (depositId === undefined || more.length > 0) {
    throw new UnusableInputError(
      "Match one deposit at a time: choose a single Stripe transaction.",
    );
  }
  const difference = input.difference_account && (await checkedAccount(ctx, input));
  await withMatchingLock(ctx, async (tx) => {
    const deposit = await requireDeposit(tx, ctx, depositId);
    if (deposit.status === "posted" || deposit.status === "matched") {
      throw new ConflictError("This deposit is matched already. Undo that first.");
    }
    const payments = await pickPayments(tx, ctx, input.quickbooks_transaction_ids.map(String));
    checkTotals(input, deposit, payments);
    await replaceProposals(tx, ctx, deposit, payments, difference);
    await acceptMatches(tx, ctx, deposit, "deposit.matched_by_hand");
  });
  await enqueueDuePostings(ctx);
  return { message: "Transactions matched successfully" };
}

/** "deposit-12", "12" or 12. */
function toRowId(id: string | number): number {
  const number = Number(String(id).replace(/^deposit-/, ""));
  if (!Number.isInteger(number) || number < 1 || number > 2_147_483_647) {
    throw new NotFoundError("The deposit you're looking for doesn't exist or has been removed.");
  }
  return number;
}

async function checkedAccount(ctx: CompanyContext, input: Input) {
  const account = (await ledgerAccounts(ctx)).find(({ id }) => id === input.difference_account?.Id);
  if (!account) throw new UnusableInputError("QuickBooks has no such account for the difference.");
  return { accountId: account.id, description: "Difference accepted by hand" };
}

async function pickPayments(
  tx: Tx,
  ctx: CompanyContext,
  providerIds: string[],
): Promise<LedgerPayment[]> {
  const wanted = new Set(providerIds);
  const payments = await tx.ledgerPayment.findMany({
    where: { companyId: ctx.companyId, providerId: { in: [...wanted] }, ...freePayment },
  });
  if (payments.length > wanted.size) {
    throw new ConflictError(
      "QuickBooks uses one of these ids twice. Post this deposit there by hand.",
    );
  }
  if (payments.length < wanted.size) {
    throw new NotFoundError(
      "A payment is no longer there, or is matched already. Reload the page.",
    );
  }
  return payments;
}

/** The sums as the person saw them: when they are not ours, the screen was out of date. */
function checkTotals(input: Input, deposit: DepositWithLines, payments: LedgerPayment[]): void {
  if (payments.some((payment) => payment.currency !== deposit.currency)) {
    throw new UnusableInputError(
      "Payments in another currency can't be matched with this deposit.",
    );
  }
  const theirs = toMinor(input.quickbooks_transaction_amount, deposit.currency);
  const ours = sumMinor(payments.map((payment) => Number(payment.amount)));
  const payout = toMinor(input.stripe_transaction_amount, deposit.currency);
  if (theirs !== ours || payout !== Number(deposit.amount)) {
    throw new ConflictError("The amounts have changed meanwhile. Reload the page and check again.");
  }
}

/** Clients add up in floating point: 0.1 + 0.2. Rounded to the minor unit it is exact again. */
function toMinor(amount: number, currency: string): number {
  return parseDecimal(amount.toFixed(minorDigits(currency)), currency);
}

async function replaceProposals(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  payments: LedgerPayment[],
  difference: { accountId: string; description: string } | undefined,
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
