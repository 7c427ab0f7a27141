import type { Deposit, MatchingAlgorithm } from "@/generated/prisma/client";
import { groupBy } from "@/lib/group-by";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import { planThenWrite, type Read } from "@/server/platform/with-company-lock";
import { queuePosting } from "@/server/work/postings";
import type { CachedLedger } from "./cached-ledger";
import { findOpenInvoices } from "./find-open-invoices";
import type { DescribedPlan, Plan, PlannedMatch } from "./plan-deposits";
import { isCurrent, runEngine } from "./run-engine";
import { storeFindings } from "./store-findings";
import {
  type Decider,
  decided,
  decidersOf,
  insertMatches,
  type NewMatch,
  releaseProposals,
} from "./write-matches";

/**
 * Lets the engine decide about open deposits. It weighs all open books against each other, without the company's lock;
 * the lock is taken once there is something to write, see {@link planThenWrite}. Safe to repeat.
 * @param only ids of the deposits that may change; "all": all open ones
 * @param write changes what belongs to the decisions in the same transaction; it calls `apply` once, which stores
 *   the decisions and returns them
 */
export function decide<Result>(
  ctx: CompanyContext,
  only: ReadonlySet<number> | "all",
  write: (tx: Tx, apply: () => Promise<DescribedPlan[]>) => Promise<Result>,
): Promise<Result> {
  return planThenWrite(
    ctx,
    (read) => planOpenRows(read, ctx, only === "all" ? undefined : only),
    async (tx, planned) =>
      (await isCurrent(tx, ctx, planned.books))
        ? { result: await write(tx, () => applyPlans(tx, ctx, planned)) }
        : null,
  );
}

interface Planned {
  plans: DescribedPlan[];
  books: CachedLedger;
}

async function planOpenRows(
  read: Read,
  ctx: CompanyContext,
  only?: ReadonlySet<number>,
): Promise<Planned> {
  const { plans, books } = await runEngine(read, ctx, only);
  return { plans: await findOpenInvoices(read, ctx, plans, books), books };
}

/** Writes where a plan says something else than what is stored. Under the company's lock. */
async function applyPlans(
  tx: Tx,
  ctx: CompanyContext,
  { plans, books }: Planned,
): Promise<DescribedPlan[]> {
  const { companyId } = ctx;
  const proposals = await storedProposals(tx, ctx, plans);
  const outdated = plans.filter((plan) => {
    const id = Number(plan.depositId);
    const stored = proposals.get(id)?.map(({ says }) => says) ?? [];
    return books.rowVersions.deposits.get(id)?.status !== plan.status || !isProposed(plan, stored);
  });
  const deposits = await tx.deposit.findMany({
    where: { companyId, id: { in: outdated.map(({ depositId }) => Number(depositId)) } },
    select: { id: true, status: true, currency: true },
  });
  const byId = new Map(deposits.map((deposit) => [String(deposit.id), deposit]));
  const matched = outdated.filter(({ status }) => status === "matched");
  const deciders = await decidersOf(
    tx,
    ctx,
    matched.map(({ depositId }) => Number(depositId)),
  );
  for (const plan of outdated) {
    const deposit = byId.get(plan.depositId);
    if (!deposit) continue;
    const proposed = (proposals.get(deposit.id) ?? []).map(({ id }) => id);
    const open = { ...deposit, proposed, deciders: deciders.get(deposit.id) ?? [] };
    await applyPlan(tx, ctx, open, plan, books.rowVersions.algorithm);
  }
  await storeFindings(tx, ctx, plans, books);
  return plans;
}

/** By deposit: its proposals, and what each says. */
async function storedProposals(
  tx: Tx,
  { companyId }: CompanyContext,
  plans: Plan[],
): Promise<ReadonlyMap<number, { id: string; says: string }[]>> {
  const ids = plans.map(({ depositId }) => Number(depositId));
  const rows = await tx.$queryRaw<
    { id: string; deposit: number; lines: number[]; payments: number[] }[]
  >`
    SELECT m.id::text AS id, m.deposit_id AS deposit,
      ARRAY(SELECT line_id FROM match_lines l
        WHERE l.company_id = m.company_id AND l.match_id = m.id) AS lines,
      ARRAY(SELECT payment_id FROM match_payments p
        WHERE p.company_id = m.company_id AND p.match_id = m.id) AS payments
    FROM matches m WHERE m.company_id = ${companyId}::uuid AND m.state = 'proposed'
      AND m.deposit_id = ANY(${ids}::int[])`;
  return groupBy(
    rows.map(({ id, deposit, lines, payments }) => ({
      ...{ id, deposit, says: signature(lines, payments) },
    })),
    ({ deposit }) => deposit,
  );
}

/** The parts of a deposit that a plan changes. */
interface OpenDeposit extends Pick<Deposit, "id" | "status" | "currency"> {
  /** Its proposals, by the ids of their matches. */
  proposed: readonly string[];
  /** Of its lines, so far. */
  deciders: readonly Decider[];
}

/**
 * Makes a plan of the engine true for one open deposit: its earlier proposals are replaced, its state
 * follows, a matched one is queued for posting. For plans that say something else than what is stored.
 */
async function applyPlan(
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
    data: {
      ...{ by: "engine", algorithm, matches: plan.matches.length },
      decided: decided(deposit.deciders),
    },
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
function isProposed({ matches }: Plan, stored: readonly string[]): boolean {
  const planned = matches.map(({ match }) => signature(match.lineIds, match.paymentIds));
  return [...stored].sort().join() === planned.sort().join();
}

/** @returns equal texts for matches of the same lines and payments */
function signature(lines: readonly (number | string)[], payments: readonly (number | string)[]) {
  return `${[...lines].map(Number).sort(ascending)}|${[...payments].map(Number).sort(ascending)}`;
}

function ascending(a: number, b: number): number {
  return a - b;
}
