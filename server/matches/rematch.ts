import { Prisma } from "@/generated/prisma/client";
import { type Settlement, settle } from "@/lib/settlement";
import { type Findings, parseFindings } from "@/server/deposits/findings";
import { decidedLineIds } from "@/server/deposits/read-deposit-parts";
import { requireDeposit } from "@/server/deposits/require-deposit";
import {
  toSettlementDeposit,
  toSettlementMatch,
  withParts,
} from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { acceptMatches } from "./accept-matches";
import { matchOpenRows } from "./match-open-rows";
import { isBooked } from "./plan-deposits";

/**
 * After a user's choices for lines of open deposits: the engine decides about the rest of them, where the company
 * wants it to. Where it doesn't, a deposit is matched once users have decided about all of it.
 */
export async function rematch(
  tx: Tx,
  ctx: CompanyContext,
  depositIds: readonly number[],
): Promise<void> {
  const { companyId } = ctx;
  const open = await tx.deposit.findMany({
    where: {
      companyId,
      id: { in: [...depositIds] },
      status: { in: ["pending", "suggested"] },
      payoutStatus: "paid",
    },
    select: { id: true },
  });
  const settings = await tx.companySettings.findUnique({ where: { companyId } });
  if (open.length === 0) return;
  if (settings?.autoMatch ?? true) {
    await matchOpenRows(tx, ctx, new Set(open.map(({ id }) => id)));
  } else {
    for (const { id } of open) await decideByChoices(tx, ctx, id);
  }
}

async function decideByChoices(tx: Tx, ctx: CompanyContext, id: number): Promise<void> {
  const { companyId } = ctx;
  const deposit = await requireDeposit(tx, ctx, id);
  const matches = await tx.match.findMany({
    where: { companyId, depositId: id, live: true },
    include: withParts,
  });
  const sums = toSettlementDeposit(deposit);
  const settlement = settle(sums, matches.map(toSettlementMatch));
  const isDecided = matches.every(({ state }) => state === "accepted");
  if (settlement.closes && isDecided && isBooked(sums, settlement)) {
    await acceptMatches(tx, ctx, deposit, "deposit.matched_by_hand");
    return;
  }
  const status = settlement.closes ? "suggested" : "pending";
  const findings = withoutDecided(parseFindings(deposit.findings), matches, settlement);
  await tx.deposit.update({
    where: { companyId_id: { companyId, id } },
    data: {
      findings: findings ?? Prisma.DbNull,
      ...(deposit.status !== status && { status, version: { increment: 1 } }),
    },
  });
}

/** What is left of the reasons why a deposit is open after users have decided about lines of it. */
function withoutDecided(
  findings: Findings | null,
  matches: Parameters<typeof decidedLineIds>[0],
  { unbooked, openCharges, difference }: Settlement,
): Findings | null {
  if (!findings) return null;
  const decided = decidedLineIds(matches);
  const lines = findings.lines.filter(({ lineId }) => lineId === null || !decided.has(lineId));
  return {
    lines,
    unbooked: unbooked.map(({ lineId }) => lineId),
    difference: openCharges > 0 || lines.length > 0 ? 0 : difference,
  };
}
