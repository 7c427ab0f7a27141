import type { Prisma } from "@/generated/prisma/client";
import { settle } from "@/lib/settlement";
import type { DepositWithLines } from "@/server/deposits/require-deposit";
import {
  toSettlementDeposit,
  toSettlementMatch,
  type withParts,
} from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { decidedMatches, insertMatches } from "./write-matches";

type Confirmed = Prisma.MatchGetPayload<{ include: typeof withParts }>;

/**
 * What a user confirmed for a deposit, to be suggested again by {@link restoreSuggestion} once it is undone, with
 * what the user had chosen for single lines of it. Empty when the engine alone decided, or a user chose all payments:
 * neither was a suggestion.
 */
export async function confirmedSuggestion(
  tx: Tx,
  ctx: CompanyContext,
  depositId: number,
): Promise<Confirmed[]> {
  const matches = await decidedMatches(tx, ctx, depositId);
  const isUsers = matches.some(({ decidedBy }) => decidedBy !== null);
  const isSuggestion = matches.some(({ origin }) => origin !== "manual");
  if (!isUsers || !isSuggestion) return [];
  // A booking that a user chose is taken back whole: nobody confirms it by a press on the rest.
  return matches.filter(({ origin, payments }) => origin !== "manual" || payments.length > 0);
}

/**
 * Puts a suggestion back in the transaction that undoes its confirmation, as far as the books haven't changed. It
 * consists of copies: the undone matches stay, so that the engine never decides these pairs alone again.
 * @returns whether the deposit is suggested again; otherwise it stays pending, and the engine decides about the rest.
 */
export async function restoreSuggestion(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  confirmed: readonly Confirmed[],
): Promise<boolean> {
  if (confirmed.length === 0 || deposit.payoutStatus !== "paid") return false;
  const left = await withFreePayments(tx, ctx, confirmed);
  await insertMatches(tx, ctx, left.map(toProposal));
  if (!settle(toSettlementDeposit(deposit), left.map(toSettlementMatch)).closes) return false;
  await tx.deposit.update({
    where: { companyId_id: { companyId: ctx.companyId, id: deposit.id } },
    data: { status: "suggested", version: { increment: 1 } },
  });
  return true;
}

/** Those whose payments are open again, and that no other deposit is suggested to use meanwhile. */
async function withFreePayments(
  tx: Tx,
  { companyId }: CompanyContext,
  matches: readonly Confirmed[],
): Promise<Confirmed[]> {
  const ids = matches.flatMap(({ payments }) => payments.map(({ paymentId }) => paymentId));
  const rows = await tx.ledgerPayment.findMany({
    where: {
      companyId,
      id: { in: ids },
      state: "open",
      integration: { status: { not: "disconnected" } },
      matchedPayments: { none: { live: true } },
    },
    select: { id: true },
  });
  const free = new Set(rows.map(({ id }) => id));
  return matches.filter(({ payments }) => payments.every(({ paymentId }) => free.has(paymentId)));
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
