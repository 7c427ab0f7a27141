import type { MatchingAlgorithm } from "@/generated/prisma/client";
import { recordAudit } from "@/server/audit/record-audit";
import type { DepositWithLines } from "@/server/deposits/deposit-with-lines";
import { queuePosting } from "@/server/outbox/queue-posting";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { Plan, PlannedMatch } from "./plan-deposits";
import { insertMatches, type NewMatch, releaseProposals } from "./write-matches";

/**
 * Makes a plan of the engine true for one open deposit: its earlier proposals are replaced, its state
 * follows, a matched one is queued for posting. A plan that says what is stored already writes nothing.
 */
export async function applyPlan(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  plan: Plan,
  algorithm: MatchingAlgorithm,
): Promise<void> {
  const { companyId } = ctx;
  const stored = await tx.match.findMany({
    where: { companyId, depositId: deposit.id, state: "proposed" },
    include: { lines: true, payments: true },
  });
  const before = stored.map((match) =>
    signature(
      match.lines.map((line) => line.lineId),
      match.payments.map((payment) => payment.paymentId),
    ),
  );
  const after = plan.matches.map(({ match }) => signature(match.lineIds, match.paymentIds));
  const unchanged =
    deposit.status === plan.status && before.sort().join() === [...after].sort().join();
  if (unchanged) return;

  await tx.match.deleteMany({ where: { companyId, id: { in: stored.map(({ id }) => id) } } });
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
  deposit: DepositWithLines,
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

function signature(lines: readonly (number | string)[], payments: readonly (number | string)[]) {
  return `${[...lines].map(Number).sort(ascending)}|${[...payments].map(Number).sort(ascending)}`;
}

function ascending(a: number, b: number): number {
  return a - b;
}
