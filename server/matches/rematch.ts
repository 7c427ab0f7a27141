import { Prisma } from "@/generated/prisma/client";
import type { DepositStatus } from "@/lib/contracts/deposits";
import { type Settlement, settle } from "@/lib/settlement";
import { type Findings, parseFindings } from "@/server/deposits/findings";
import { decidedLineIds } from "@/server/deposits/read-deposit";
import { requireDeposit } from "@/server/deposits/require-deposit";
import {
  toSettlementDeposit,
  toSettlementMatch,
  withParts,
} from "@/server/deposits/settlement-rows";
import { type CompanyContext, requestSignal } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { log } from "@/server/platform/logger";
import { type AutoMatchRequest, requestAutoMatch, withdrawAutoMatch } from "@/server/work/company";
import { enqueueDuePostings } from "@/server/work/postings";
import { decide } from "./decide";
import { isBooked } from "./plan-deposits";
import { acceptMatches } from "./write-matches";

/** Deposits with new line decisions. */
interface PendingRematch {
  depositIds: readonly number[];
  /** Those of them with more lines, which the engine has to decide about. */
  open: ReadonlySet<number>;
  request: AutoMatchRequest | null;
}

/**
 * Requests, in the transaction that stores line decisions, that the engine decides the rest of the
 * deposits, where the company wants it to. Where it doesn't, a deposit is matched once all its lines are decided.
 * @returns what {@link rematch} has to do after the commit. If that never happens, the next automatic run does it.
 */
export async function requestRematch(
  tx: Tx,
  ctx: CompanyContext,
  depositIds: readonly number[],
): Promise<PendingRematch> {
  const { companyId } = ctx;
  const rows = await tx.deposit.findMany({
    where: {
      companyId,
      id: { in: [...depositIds] },
      status: { in: ["pending", "suggested"] },
      payoutStatus: "paid",
    },
    select: { id: true },
  });
  const open = new Set(rows.map(({ id }) => id));
  const settings = await tx.companySettings.findUnique({ where: { companyId } });
  if (open.size > 0 && (settings?.autoMatch ?? true)) {
    return { depositIds, open, request: await requestAutoMatch(tx, ctx) };
  }
  for (const id of open) await decideByChoices(tx, ctx, id);
  return { depositIds, open, request: null };
}

/**
 * Lets the engine decide the rest of deposits with new line decisions, and queues what is to be posted. Not under
 * the company's lock. The user's decisions are stored: when the engine fails, the automatic run that was requested
 * with them does its work later.
 * @returns the statuses of `depositIds`, in their order.
 */
export async function rematch(
  ctx: CompanyContext,
  { depositIds, open, request }: PendingRematch,
): Promise<DepositStatus[]> {
  if (request) {
    try {
      await decide(ctx, open, async (tx, apply) => {
        await apply();
        await withdrawAutoMatch(tx, ctx, request);
      });
    } catch (error) {
      requestSignal()?.throwIfAborted();
      log().error({ error, depositIds }, "decisions are stored, matching follows");
    }
  }
  const rows = await db(ctx).deposit.findMany({
    where: { companyId: ctx.companyId, id: { in: [...depositIds] } },
    select: { id: true, status: true },
  });
  await enqueueDuePostings(ctx);
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  return depositIds.map((id) => statuses.get(id) ?? "pending");
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

/** The findings that remain once some of the lines are decided. */
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
