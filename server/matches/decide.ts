import type { MatchingAlgorithm } from "@/generated/prisma/client";
import { groupBy } from "@/lib/group-by";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { auditInsertion } from "@/server/platform/record-audit";
import { planThenWrite, type Read } from "@/server/platform/with-company-lock";
import { postingInsertion } from "@/server/work/postings";
import type { CachedLedger } from "./cached-ledger";
import { findOpenInvoices } from "./find-open-invoices";
import type { DescribedPlan, Plan, PlannedMatch } from "./plan-deposits";
import { isCurrent, runEngine } from "./run-engine";
import { storeFindings } from "./store-findings";
import {
  decided,
  decidersOf,
  matchInsertion,
  type NewMatch,
  releaseProposals,
} from "./write-matches";

/**
 * Lets the engine decide about open deposits. It weighs all open books against each other, without the company's lock;
 * the lock is taken once there is something to write, see {@link planThenWrite}. Safe to repeat.
 * @param only ids of the deposits that may change; "all": all open ones
 * @param write changes what belongs to the decisions in the same transaction; it calls `apply` once, which stores
 *   the decisions and returns them. What is matched belongs to the automatic run of `apply`, if one is given.
 */
export function decide<Result>(
  ctx: CompanyContext,
  only: ReadonlySet<number> | "all",
  write: (tx: Tx, apply: Apply) => Promise<Result>,
): Promise<Result> {
  return planThenWrite(
    ctx,
    (read) => planOpenRows(read, ctx, only === "all" ? undefined : only),
    async (tx, planned) =>
      (await isCurrent(tx, ctx, planned.books))
        ? { result: await write(tx, (runId) => applyPlans(tx, ctx, planned, runId)) }
        : null,
  );
}

export type Apply = (runId?: string) => Promise<DescribedPlan[]>;

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

/**
 * Writes where a plan says something else than what is stored: proposals are replaced, states follow, what is matched is
 * queued for posting. No two plans of the engine share a payment. Under the company's lock.
 */
async function applyPlans(
  tx: Tx,
  ctx: CompanyContext,
  { plans, books }: Planned,
  runId?: string,
): Promise<DescribedPlan[]> {
  const proposals = await proposalsInTheWay(tx, ctx, plans);
  const own = groupBy(proposals, ({ depositId }) => depositId);
  const isMoved = (plan: Plan) =>
    books.rowVersions.deposits.get(idOf(plan))?.status !== plan.status;
  const outdated = plans.filter((plan) => isMoved(plan) || !isProposed(plan, own.get(idOf(plan))));
  if (outdated.length > 0) {
    await makeWay(tx, ctx, outdated, proposals);
    await writePlans(tx, ctx, { outdated, moved: outdated.filter(isMoved), books, runId });
  }
  await storeFindings(tx, ctx, plans, books);
  return plans;
}

interface Proposal {
  id: string;
  depositId: number;
  lineIds: number[];
  paymentIds: number[];
}

/** What is proposed for the plans' deposits, or elsewhere with their payments. */
function proposalsInTheWay(
  tx: Tx,
  { companyId }: CompanyContext,
  plans: readonly Plan[],
): Promise<Proposal[]> {
  return tx.$queryRaw<Proposal[]>`
    SELECT m.id::text AS id, m.deposit_id AS "depositId",
      ARRAY(SELECT line_id FROM match_lines l
        WHERE l.company_id = m.company_id AND l.match_id = m.id) AS "lineIds",
      ARRAY(SELECT payment_id FROM match_payments p
        WHERE p.company_id = m.company_id AND p.match_id = m.id) AS "paymentIds"
    FROM matches m WHERE m.company_id = ${companyId}::uuid AND m.state = 'proposed'
      AND (m.deposit_id = ANY(${plans.map(idOf)}::int[]) OR m.id IN (SELECT p.match_id FROM match_payments p
        WHERE p.company_id = ${companyId}::uuid AND p.live AND p.payment_id = ANY(${paymentsOf(plans)}::int[])))`;
}

/** Removes the plans' own earlier proposals, and others' that use their payments. */
async function makeWay(
  tx: Tx,
  ctx: CompanyContext,
  plans: readonly Plan[],
  proposals: readonly Proposal[],
): Promise<void> {
  const ids = new Set(plans.map(idOf));
  const own = proposals.flatMap(({ id, depositId }) => (ids.has(depositId) ? id : []));
  if (own.length > 0) {
    await tx.match.deleteMany({ where: { companyId: ctx.companyId, id: { in: own } } });
  }
  const paymentIds = paymentsOf(plans);
  const used = new Set(paymentIds);
  const isUsed = ({ depositId, paymentIds: theirs }: Proposal) =>
    !ids.has(depositId) && theirs.some((id) => used.has(id));
  if (proposals.some(isUsed)) await releaseProposals(tx, ctx, { paymentIds });
}

/** All in one statement, however many they are. */
async function writePlans(
  tx: Tx,
  ctx: CompanyContext,
  {
    outdated,
    moved,
    books: { deposits, rowVersions },
    runId,
  }: { outdated: Plan[]; moved: Plan[]; books: CachedLedger; runId: string | undefined },
): Promise<void> {
  const { algorithm } = rowVersions;
  const matched = moved.filter(({ status }) => status === "matched").map(idOf);
  const byUsers = matched.filter((id) => (deposits.get(id)?.planned.decided.length ?? 0) > 0);
  const deciders = await decidersOf(tx, ctx, byUsers);
  const matches = outdated.flatMap((plan) => {
    const currency = deposits.get(idOf(plan))?.input?.currency ?? "";
    return plan.matches.map((match) => toNewMatch(plan, match, currency, algorithm));
  });
  const entries = moved.map((plan) => ({
    action: `deposit.${plan.status}`,
    entity: "deposit" as const,
    entityId: idOf(plan),
    data: {
      ...{ by: "engine", algorithm, matches: plan.matches.length },
      decided: decided(deciders.get(idOf(plan))),
    },
  }));
  await tx.$executeRaw`
    WITH ${matchInsertion(ctx, matches)}, audited AS (${auditInsertion(ctx, entries)}),
      ${postingInsertion(ctx, matched, runId)}
    UPDATE deposits d SET status = moved.status, version = d.version + 1
    FROM unnest(${moved.map(idOf)}::int[], ${moved.map(({ status }) => status)}::text[]::deposit_status[])
      AS moved (id, status)
    WHERE d.company_id = ${ctx.companyId}::uuid AND d.id = moved.id`;
}

function toNewMatch(
  plan: Plan,
  { match, decision, adjustments }: PlannedMatch,
  currency: string,
  algorithm: MatchingAlgorithm,
): NewMatch {
  return {
    depositId: idOf(plan),
    state: plan.status === "matched" ? "accepted" : "proposed",
    origin: decision === "auto" ? "auto" : "suggestion",
    kind: match.kind,
    algorithm,
    probability: match.probability,
    difference: match.difference,
    currency,
    evidence: match.evidence.map((piece) => ({ ...piece })),
    alternatives: match.alternatives,
    decidedBy: null,
    lineIds: match.lineIds.map(Number),
    paymentIds: match.paymentIds.map(Number),
    adjustments,
  };
}

function idOf({ depositId }: Plan): number {
  return Number(depositId);
}

function paymentsOf(plans: readonly Plan[]): number[] {
  return plans.flatMap(({ matches }) =>
    matches.flatMap(({ match }) => match.paymentIds.map(Number)),
  );
}

/** Whether these are the plan's matches, by {@link signature}. */
function isProposed({ matches }: Plan, stored: readonly Proposal[] = []): boolean {
  const planned = matches.map(({ match }) => signature(match.lineIds, match.paymentIds));
  const proposed = stored.map(({ lineIds, paymentIds }) => signature(lineIds, paymentIds));
  return proposed.sort().join() === planned.sort().join();
}

/** @returns equal texts for matches of the same lines and payments */
function signature(lines: readonly (number | string)[], payments: readonly (number | string)[]) {
  return `${[...lines].map(Number).sort(ascending)}|${[...payments].map(Number).sort(ascending)}`;
}

function ascending(a: number, b: number): number {
  return a - b;
}
