import { toDecimal } from "@/lib/money";
import { settle } from "@/lib/settlement";
import type { DepositWithLines } from "@/server/deposits/require-deposit";
import {
  toSettlementDeposit,
  toSettlementMatch,
  withParts,
} from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError, UnusableInputError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { queuePosting } from "@/server/work/postings";
import { forgetPayments } from "./store-findings";

/**
 * Accepts a deposit's live matches on the user's decision and queues it for posting.
 * @throws ConflictError for a payout that the bank sent back; UnusableInputError when the sum does not close, naming the difference.
 */
export async function acceptMatches(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  action: "deposit.confirmed" | "deposit.matched_by_hand",
): Promise<void> {
  const { companyId } = ctx;
  if (deposit.payoutStatus === "failed" || deposit.payoutStatus === "canceled") {
    throw new ConflictError("This payout didn't reach the bank, so it can't be matched.");
  }
  const matches = await tx.match.findMany({
    where: { companyId, depositId: deposit.id, live: true },
    include: withParts,
  });
  const settlement = settle(toSettlementDeposit(deposit), matches.map(toSettlementMatch));
  if (!settlement.closes) {
    const off = toDecimal(settlement.difference, deposit.currency);
    const open = settlement.openCharges;
    throw new UnusableInputError(
      open > 0
        ? `${open} of this deposit's charges have no payment yet. Match them manually.`
        : `The totals differ by ${off} ${deposit.currency}. Choose other payments, or an account for the difference.`,
    );
  }
  await tx.match.updateMany({
    where: { companyId, depositId: deposit.id, state: "proposed" },
    data: { state: "accepted", decidedBy: ctx.userId, decidedAt: new Date() },
  });
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: deposit.id } },
    data: { status: "matched", version: { increment: 1 } },
  });
  const paymentIds = matches.flatMap(({ payments }) => payments.map(({ paymentId }) => paymentId));
  await forgetPayments(tx, ctx, paymentIds);
  await recordAudit(tx, ctx, {
    action,
    entity: "deposit",
    entityId: deposit.id,
    data: { matches: matches.length },
  });
  await queuePosting(tx, ctx, deposit.id);
}
