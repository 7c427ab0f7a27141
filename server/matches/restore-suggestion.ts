import type { Prisma } from "@/generated/prisma/client";
import type { DepositStatus } from "@/lib/contracts/deposits";
import { settle } from "@/lib/settlement";
import { type DepositWithLines, requireDeposit } from "@/server/deposits/require-deposit";
import {
  toSettlementDeposit,
  toSettlementMatch,
  type withParts,
} from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { freePayment } from "./load-open-rows";
import { accountConflicts } from "./pools";
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
  // A line decision is taken back whole: confirming the suggestion mustn't confirm it too.
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
  const conflictOf = await accountConflicts(tx, ctx);
  const left = (await withFreePayments(tx, ctx, confirmed)).filter(
    ({ payments }) => !payments.some(({ payment }) => conflictOf(deposit, payment)),
  );
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

/**
 * Undoes the last dismissal of a deposit: its pairs may be proposed again. The suggestion is restored as it
 * was, unless its lines or payments have been matched otherwise since; then the engine decides.
 * @throws NotFoundError, ConflictError when nothing was dismissed.
 */
export async function undoDismissal(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string; status: DepositStatus }> {
  const status = await withCompanyLock(ctx, async (tx) => {
    const deposit = await requireDeposit(tx, ctx, input.deposit_id);
    const dismissed = await lastDismissed(tx, ctx, deposit.id);
    const restored = deposit.status === "pending" && (await areFree(tx, ctx, deposit, dismissed));
    if (restored) await restore(tx, ctx, deposit, dismissed);
    else await forget(tx, ctx, dismissed);
    await recordAudit(tx, ctx, {
      action: "deposit.dismissal_undone",
      entity: "deposit",
      entityId: deposit.id,
      data: { restored },
    });
    return restored ? "suggested" : deposit.status;
  });
  return {
    message:
      status === "suggested"
        ? "Dismissal undone"
        : "Dismissal undone. Your books have changed since, so Auto Match will look for a new match.",
    status,
  };
}

/** The matches that one dismissal put away together; the sure ones among them were never refused. */
async function lastDismissed(tx: Tx, ctx: CompanyContext, depositId: number): Promise<string[]> {
  const of = { companyId: ctx.companyId, depositId };
  const last = await tx.match.findFirst({
    where: { ...of, state: "dismissed" },
    orderBy: { decidedAt: "desc" },
  });
  if (!last) {
    throw new ConflictError(
      "no_suggestion",
      "No suggestion was dismissed for this deposit, so there's nothing to undo.",
    );
  }
  const together = await tx.match.findMany({
    where: { ...of, state: { in: ["dismissed", "superseded"] }, decidedAt: last.decidedAt },
    select: { id: true },
  });
  return together.map(({ id }) => id);
}

/**
 * Whether the payments are still open, in the payout's account, and no other deposit uses them, or is proposed to, and no one has decided
 * about the lines meanwhile.
 */
async function areFree(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  matchIds: string[],
): Promise<boolean> {
  const { companyId } = ctx;
  const payments = { companyId, matchedPayments: { some: { matchId: { in: matchIds } } } };
  const conflictOf = await accountConflicts(tx, ctx);
  const used = await tx.ledgerPayment.findMany({ where: payments });
  if (used.some((payment) => conflictOf(deposit, payment))) return false;
  const taken = await tx.ledgerPayment.count({
    where: {
      ...payments,
      OR: [
        { NOT: freePayment },
        { matchedPayments: { some: { live: true, match: { NOT: { depositId: deposit.id } } } } },
      ],
    },
  });
  const decided = await tx.matchLine.count({
    where: {
      companyId,
      live: true,
      match: { state: "accepted" },
      line: { matchedLines: { some: { matchId: { in: matchIds } } } },
    },
  });
  return taken === 0 && decided === 0;
}

async function restore(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  matchIds: string[],
): Promise<void> {
  const { companyId } = ctx;
  await tx.match.deleteMany({ where: { companyId, depositId: deposit.id, state: "proposed" } });
  await tx.match.updateMany({
    where: { companyId, id: { in: matchIds } },
    data: { state: "proposed", live: true, decidedBy: null, decidedAt: null },
  });
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: deposit.id } },
    data: { status: "suggested", version: { increment: 1 } },
  });
}

/** No longer refused, and no longer anything else. */
async function forget(tx: Tx, ctx: CompanyContext, matchIds: string[]): Promise<void> {
  await tx.match.updateMany({
    where: { companyId: ctx.companyId, id: { in: matchIds } },
    data: { state: "superseded" },
  });
}
