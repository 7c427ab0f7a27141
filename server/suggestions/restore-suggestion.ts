import type { Prisma } from "@/generated/prisma/client";
import { settle } from "@/lib/settlement";
import type { DepositWithLines } from "@/server/deposits/deposit-with-lines";
import {
  toSettlementDeposit,
  toSettlementMatch,
  type withParts,
} from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { decidedMatches } from "./decided-matches";
import { insertMatches } from "./write-matches";

type Confirmed = Prisma.MatchGetPayload<{ include: typeof withParts }>;

/**
 * What a user confirmed for a deposit, to be suggested again by {@link restoreSuggestion} once it is undone.
 * Empty when the engine alone decided, or when a user chose payments: neither was a suggestion.
 */
export async function confirmedSuggestion(
  tx: Tx,
  ctx: CompanyContext,
  depositId: number,
): Promise<Confirmed[]> {
  const matches = await decidedMatches(tx, ctx, depositId);
  const isSuggestion = matches.every(
    ({ origin, decidedBy }) => origin !== "manual" && decidedBy !== null,
  );
  return isSuggestion ? matches : [];
}

/**
 * Puts a suggestion back in the transaction that undoes its confirmation, unless the books have changed. It
 * consists of copies: the undone matches stay, so that the engine never decides these pairs alone again.
 * @returns whether the deposit is suggested again; otherwise it stays pending, and the engine decides.
 */
export async function restoreSuggestion(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  confirmed: readonly Confirmed[],
): Promise<boolean> {
  if (confirmed.length === 0 || deposit.payoutStatus !== "paid") return false;
  if (!settle(toSettlementDeposit(deposit), confirmed.map(toSettlementMatch)).closes) return false;
  if (!(await areFree(tx, ctx, confirmed))) return false;
  await insertMatches(tx, ctx, confirmed.map(toProposal));
  await tx.deposit.update({
    where: { companyId_id: { companyId: ctx.companyId, id: deposit.id } },
    data: { status: "suggested", version: { increment: 1 } },
  });
  return true;
}

/** Whether the payments are open again, and no other deposit is suggested to use them meanwhile. */
async function areFree(
  tx: Tx,
  { companyId }: CompanyContext,
  matches: readonly Confirmed[],
): Promise<boolean> {
  const ids = matches.flatMap(({ payments }) => payments.map(({ paymentId }) => paymentId));
  const free = await tx.ledgerPayment.count({
    where: {
      companyId,
      id: { in: ids },
      state: "open",
      integration: { status: { not: "disconnected" } },
      matchedPayments: { none: { live: true } },
    },
  });
  return free === ids.length;
}

function toProposal(match: Confirmed) {
  const { lineIds, adjustments } = toSettlementMatch(match);
  return {
    depositId: match.depositId,
    state: "proposed" as const,
    origin: match.origin,
    kind: match.kind,
    algorithm: match.algorithm,
    probability: match.probability,
    difference: Number(match.difference),
    currency: match.currency,
    evidence: match.evidence as Prisma.InputJsonArray,
    alternatives: match.alternatives as Prisma.InputJsonObject,
    decidedBy: null,
    lineIds,
    paymentIds: match.payments.map(({ paymentId }) => paymentId),
    adjustments,
  };
}
