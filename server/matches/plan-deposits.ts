import type { DepositStatus } from "@/lib/contracts/deposits";
import {
  PREDICTED_FEES,
  PROCESSING_FEES,
  type Settlement,
  type SettlementAdjustment,
  type SettlementDeposit,
  type SettlementMatch,
  settle,
} from "@/lib/settlement";
import type { HistoryEntry, Match, MatchResult } from "@/matching/engine/contract";
import type { Findings } from "@/server/deposits/findings";

export interface PlannedDeposit {
  id: string;
  itemized: boolean;
  /** With all its lines. */
  settlement: SettlementDeposit;
  /** Its line decisions, which the engine has not seen. */
  decided: SettlementMatch[];
}

export interface PlannedMatch {
  match: Match;
  decision: "auto" | "suggested";
  adjustments: SettlementAdjustment[];
}

export interface Plan {
  depositId: string;
  status: Exclude<DepositStatus, "posted">;
  matches: PlannedMatch[];
}

/** A plan with the reasons why the deposit is open under it; null where it is not. */
export interface DescribedPlan extends Plan {
  findings: Findings | null;
}

/**
 * Turns the engine's result into a plan for each deposit. A deposit is matched when sure matches explain
 * every charge, the sum closes and everything without a payment has an account; suggested when it closes but a
 * user has to check it, or choose an account; else pending, with the matches found so far kept as proposals.
 * What a user has decided counts as sure.
 *
 * @param amounts of all matched payments by engine id, minor units.
 */
export function planDeposits(
  deposits: PlannedDeposit[],
  result: Pick<MatchResult, "matches">,
  amounts: ReadonlyMap<string, number>,
  history: HistoryEntry[],
): Plan[] {
  const undone = new Set(
    history.filter((entry) => entry.decision === "undone").map((entry) => pairKey(entry)),
  );
  const byDeposit = new Map<string, Match[]>();
  for (const match of result.matches) {
    const own = byDeposit.get(match.depositId);
    if (own) own.push(match);
    else byDeposit.set(match.depositId, [match]);
  }
  return deposits.map((deposit) => {
    const matches = (byDeposit.get(deposit.id) ?? []).map((match) =>
      planMatch(deposit, match, amounts, undone),
    );
    return { depositId: deposit.id, status: statusOf(deposit, matches, amounts), matches };
  });
}

function planMatch(
  deposit: PlannedDeposit,
  match: Match,
  amounts: ReadonlyMap<string, number>,
  undone: ReadonlySet<string>,
): PlannedMatch {
  // A user has undone this very pair: it may be proposed again, but never decided without a user.
  const wasUndone = match.paymentIds.some((payment) =>
    [`deposit ${deposit.id}`, ...match.lineIds].some((line) => undone.has(`${line} ${payment}`)),
  );
  const paid = match.paymentIds.reduce((total, id) => total + (amounts.get(id) ?? 0), 0);
  const shortfall = deposit.settlement.amount - paid;
  // A payout without lines reports no fees: the shortfall is the source's usual fee, where its payouts prove one, or our estimate.
  const hasFee = !deposit.itemized && match.lineIds.length === 0 && shortfall !== 0;
  const description = match.decision === "auto" ? PROCESSING_FEES : PREDICTED_FEES;
  return {
    match,
    decision: wasUndone ? "suggested" : match.decision,
    adjustments: hasFee ? [{ kind: "fee", amount: shortfall, description }] : [],
  };
}

function statusOf(
  deposit: PlannedDeposit,
  matches: PlannedMatch[],
  amounts: ReadonlyMap<string, number>,
): Plan["status"] {
  const found = matches.map(({ match, adjustments }) => ({
    lineIds: match.lineIds.map(Number),
    payments: match.paymentIds.map((id) => ({ amount: amounts.get(id) ?? 0 })),
    adjustments,
  }));
  const settlement = settle(deposit.settlement, [...deposit.decided, ...found]);
  if (!settlement.closes) return "pending";
  const sure = matches.every(({ decision }) => decision === "auto");
  return sure && isBooked(deposit.settlement, settlement) ? "matched" : "suggested";
}

/** Only a user can say which account a refund, a dispute or a transfer belongs to that the books don't know. */
export function isBooked({ lines }: SettlementDeposit, { unbooked }: Settlement): boolean {
  return (
    unbooked.length === 0 &&
    lines.every(({ kind, accountId = null }) => kind !== "other" || accountId !== null)
  );
}

function pairKey(entry: HistoryEntry): string {
  return `${entry.line?.id ?? `deposit ${entry.deposit.id}`} ${entry.payment.id}`;
}
