import { type SettlementAdjustment, settle } from "@/lib/settlement";
import { matchKind } from "@/matching/engine/decision/match-kind";
import type { DepositWithLines } from "@/server/deposits/require-deposit";
import {
  toSettlementDeposit,
  toSettlementMatch,
  withParts,
} from "@/server/deposits/settlement-rows";
import { forgetPayments } from "@/server/matches/store-findings";
import { insertMatches, releaseProposals } from "@/server/matches/write-matches";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";

/** Payments that a user chose for lines of a deposit. */
export interface Choice {
  deposit: DepositWithLines;
  lineIds: number[];
  paymentIds: number[];
  /** payments − lines, minor units. */
  difference: number;
  adjustments: SettlementAdjustment[];
  /** For the user: what was chosen, and how. */
  texts: string[];
}

/**
 * Stores choices as accepted matches, in the place of what was suggested for their lines. What else was suggested
 * stays until the engine decides again.
 * @throws ConflictError when a matched deposit would no longer add up.
 */
export async function acceptChoices(
  tx: Tx,
  ctx: CompanyContext,
  choices: readonly Choice[],
): Promise<void> {
  const { companyId } = ctx;
  const depositIds = [...new Set(choices.map(({ deposit }) => deposit.id))];
  const lineIds = choices.flatMap((choice) => choice.lineIds);
  const paymentIds = choices.flatMap((choice) => choice.paymentIds);
  await tx.match.deleteMany({
    where: {
      ...{ companyId, depositId: { in: depositIds }, state: "proposed" },
      OR: [
        { lines: { some: { lineId: { in: lineIds } } } },
        { payments: { some: { paymentId: { in: paymentIds } } } },
      ],
    },
  });
  for (const id of depositIds) {
    const own = choices.filter(({ deposit }) => deposit.id === id);
    const used = own.flatMap((choice) => choice.paymentIds);
    await releaseProposals(tx, ctx, { exceptDepositId: id, paymentIds: used });
  }
  await forgetPayments(tx, ctx, paymentIds);
  await insertMatches(
    tx,
    ctx,
    choices.map(({ deposit, texts, ...choice }) => ({
      ...choice,
      depositId: deposit.id,
      state: "accepted",
      origin: "manual",
      kind: matchKind(choice.lineIds.length, choice.paymentIds.length),
      algorithm: null,
      probability: 1,
      currency: deposit.currency,
      evidence: texts.map((text) => ({ field: "choice", level: "chosen", weight: 0, text })),
      alternatives: {},
      decidedBy: ctx.userId,
    })),
  );
  await tx.depositLine.updateMany({
    where: { companyId, id: { in: lineIds }, NOT: { waitUntil: null } },
    data: { waitUntil: null, waitNote: "" },
  });
  await tx.deposit.updateMany({
    where: { companyId, id: { in: depositIds } },
    data: { version: { increment: 1 } },
  });
  for (const { deposit } of choices) {
    if (deposit.status === "matched") await requireClosed(tx, ctx, deposit);
  }
}

/** A matched deposit is about to be posted: it has to add up with the choice too. */
async function requireClosed(
  tx: Tx,
  { companyId }: CompanyContext,
  deposit: DepositWithLines,
): Promise<void> {
  const matches = await tx.match.findMany({
    where: { companyId, depositId: deposit.id, live: true },
    include: withParts,
  });
  if (settle(toSettlementDeposit(deposit), matches.map(toSettlementMatch)).closes) return;
  throw new ConflictError("This deposit is already matched. Undo the match first.");
}
