import { randomUUID } from "node:crypto";
import type { Prisma } from "@/generated/prisma/client";
import type { SettlementMatch } from "@/lib/settlement";
import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";

export interface NewMatch {
  depositId: number;
  state: "proposed" | "accepted";
  origin: "auto" | "suggestion" | "manual";
  kind: "one_to_one" | "one_to_many" | "many_to_one" | "many_to_many";
  algorithm: "smart" | "exact" | "fuzzy" | null;
  probability: number;
  /** Minor units. */
  difference: number;
  currency: string;
  evidence: Prisma.InputJsonArray;
  alternatives: Prisma.InputJsonObject;
  decidedBy: number | null;
  lineIds: number[];
  paymentIds: number[];
  adjustments: SettlementMatch["adjustments"];
}

/** Inserts matches with their lines, payments and adjustments. They are live from here on. */
export async function insertMatches(
  tx: Tx,
  ctx: CompanyContext,
  matches: NewMatch[],
): Promise<void> {
  const { companyId } = ctx;
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
  await tx.depositAdjustment.createMany({
    data: rows.flatMap(({ matchId, depositId, currency, adjustments }) =>
      adjustments.map(({ amount, accountId, description }) => ({
        companyId,
        depositId,
        matchId,
        amount,
        currency,
        accountId,
        accountName: "",
        description,
      })),
    ),
  });
}

/**
 * Removes proposals that stand in the way of `paymentIds` on other deposits. They were only proposals;
 * their deposits go back to pending until the engine looks at them again.
 */
export async function releaseProposals(
  tx: Tx,
  ctx: CompanyContext,
  input: { exceptDepositId: number; paymentIds: number[] },
): Promise<void> {
  const { companyId } = ctx;
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
