import type { Deposit, MatchingAlgorithm } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import { queuePosting } from "@/server/work/postings";
import type { Plan, PlannedMatch } from "./plan-deposits";
import { insertMatches, type NewMatch, releaseProposals } from "./write-matches";

/** What of a deposit a plan changes. */
interface OpenDeposit extends Pick<Deposit, "id" | "status" | "currency"> {
  /** Its proposals, by the ids of their matches. */
  proposed: readonly string[];
}

/**
 * Makes a plan of the engine true for one open deposit: its earlier proposals are replaced, its state
 * follows, a matched one is queued for posting. For plans that say something else than what is stored.
 */
export async function applyPlan(
  tx: Tx,
  ctx: CompanyContext,
  deposit: OpenDeposit,
  plan: Plan,
  algorithm: MatchingAlgorithm,
): Promise<void> {
  const { companyId } = ctx;
  if (deposit.proposed.length > 0) {
    await tx.match.deleteMany({ where: { companyId, id: { in: [...deposit.proposed] } } });
  }
  await releaseProposals(tx, ctx, {
    exceptDepositId: deposit.id,
    paymentIds: plan.matches.flatMap(({ match }) => match.paymentIds.map(Number)),
  });
  const accepted = plan.status === "matched";
  await insertMatches(
    tx,
    ctx,
    plan.matches.map((planned) => toNewMatch(deposit, planned, accepted, algorithm)),
  );
  if (deposit.status === plan.status) return;
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: deposit.id } },
    data: { status: plan.status, version: { increment: 1 } },
  });
  await recordAudit(tx, ctx, {
    action: `deposit.${plan.status}`,
    entity: "deposit",
    entityId: deposit.id,
    data: { by: "engine", algorithm, matches: plan.matches.length },
  });
  if (accepted) await queuePosting(tx, ctx, deposit.id);
}

function toNewMatch(
  deposit: OpenDeposit,
  { match, decision, adjustments }: PlannedMatch,
  accepted: boolean,
  algorithm: MatchingAlgorithm,
): NewMatch {
  return {
    depositId: deposit.id,
    state: accepted ? "accepted" : "proposed",
    origin: decision === "auto" ? "auto" : "suggestion",
    kind: match.kind,
    algorithm,
    probability: match.probability,
    difference: match.difference,
    currency: deposit.currency,
    evidence: match.evidence.map((piece) => ({ ...piece })),
    alternatives: match.alternatives,
    decidedBy: null,
    lineIds: match.lineIds.map(Number),
    paymentIds: match.paymentIds.map(Number),
    adjustments,
  };
}

/** Whether these are the plan's matches, by {@link signature}. */
export function isProposed({ matches }: Plan, stored: readonly string[]): boolean {
  const planned = matches.map(({ match }) => signature(match.lineIds, match.paymentIds));
  return [...stored].sort().join() === planned.sort().join();
}

/** @returns equal texts for matches of the same lines and payments */
export function signature(
  lines: readonly (number | string)[],
  payments: readonly (number | string)[],
) {
  return `${[...lines].map(Number).sort(ascending)}|${[...payments].map(Number).sort(ascending)}`;
}

function ascending(a: number, b: number): number {
  return a - b;
}
