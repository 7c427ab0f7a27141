import { randomUUID } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import type { MatchingAlgorithm, MatchKind, MatchOrigin } from "@/lib/contracts/values/matches";
import type { SettlementAdjustment } from "@/lib/settlement";
import { toAdjustmentRow, withParts } from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

export interface NewMatch {
  depositId: number;
  state: "proposed" | "accepted";
  origin: MatchOrigin;
  kind: MatchKind;
  algorithm: MatchingAlgorithm | null;
  probability: number;
  /** Minor units. */
  difference: number;
  currency: string;
  evidence: Prisma.InputJsonArray;
  alternatives: Prisma.InputJsonObject;
  decidedBy: number | null;
  lineIds: number[];
  paymentIds: number[];
  adjustments: SettlementAdjustment[];
}

/** Inserts matches with their lines, payments and adjustments. They are live from here on. */
export async function insertMatches(
  tx: Tx,
  ctx: CompanyContext,
  matches: NewMatch[],
): Promise<void> {
  const { companyId } = ctx;
  if (matches.length === 0) return;
  const rows = matches.map((match) => ({ ...match, matchId: randomUUID() }));
  await tx.match.createMany({
    data: rows.map(({ matchId, lineIds: _l, paymentIds: _p, adjustments: _a, ...match }) => ({
      ...match,
      companyId,
      id: matchId,
      live: true,
      decidedAt: match.state === "accepted" ? new Date() : null,
    })),
  });
  await tx.matchLine.createMany({
    data: rows.flatMap(({ matchId, lineIds }) =>
      lineIds.map((lineId) => ({ companyId, matchId, lineId, live: true })),
    ),
  });
  await tx.matchPayment.createMany({
    data: rows.flatMap(({ matchId, paymentIds }) =>
      paymentIds.map((paymentId) => ({ companyId, matchId, paymentId, live: true })),
    ),
  });
  const adjusted = rows.flatMap(({ matchId, depositId, currency, adjustments }) =>
    adjustments.map((adjustment) => ({
      ...toAdjustmentRow(adjustment),
      companyId,
      depositId,
      matchId,
      currency,
    })),
  );
  if (adjusted.length > 0) await tx.depositAdjustment.createMany({ data: adjusted });
}

/**
 * Removes proposals of other deposits that use `paymentIds`. Their deposits go back to pending until the
 * engine runs again.
 */
export async function releaseProposals(
  tx: Tx,
  ctx: CompanyContext,
  input: { exceptDepositId: number; paymentIds: number[] },
): Promise<void> {
  const { companyId } = ctx;
  if (input.paymentIds.length === 0) return;
  const inTheWay = await tx.match.findMany({
    where: {
      companyId,
      state: "proposed",
      NOT: { depositId: input.exceptDepositId },
      payments: { some: { paymentId: { in: input.paymentIds } } },
    },
    select: { id: true, depositId: true },
  });
  if (inTheWay.length === 0) return;
  await tx.match.deleteMany({ where: { companyId, id: { in: inTheWay.map(({ id }) => id) } } });
  await tx.deposit.updateMany({
    where: {
      companyId,
      id: { in: inTheWay.map(({ depositId }) => depositId) },
      status: "suggested",
    },
    data: { status: "pending", version: { increment: 1 } },
  });
}

/** The accepted matches of a deposit: while it is open, what users have decided about lines of it. */
export function decidedMatches(tx: Tx, { companyId }: CompanyContext, depositId: number) {
  return tx.match.findMany({
    where: { companyId, depositId, state: "accepted" },
    include: withParts,
    orderBy: { createdAt: "asc" },
  });
}
