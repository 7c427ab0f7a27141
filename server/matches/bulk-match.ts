import { type MatchRun, Prisma } from "@/generated/prisma/client";
import { ACTIVE_RUN_STATES } from "@/lib/constants/runs";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type {
  startMatchRun as contract,
  MatchRun as MatchRunView,
} from "@/lib/contracts/match-runs";
import { selectDeposits } from "@/server/deposits/require-deposit";
import { notifyMatchRun } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import { db, isUniqueViolation, type Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { log } from "@/server/platform/logger";
import { ClaimLostError, claimsOn, LEASES } from "@/server/platform/queue/claims";
import { enqueue } from "@/server/platform/queue/enqueue";
import { recordAudit } from "@/server/platform/record-audit";
import { enqueueDuePostings } from "@/server/work/postings";
import { type Apply, decide } from "./decide";
import { openDeposit } from "./load-open-rows";

const LOST = "This Auto Match was canceled or claimed by another worker";

const claims = claimsOn<MatchRun, Prisma.MatchRunUpdateManyMutationInput>(LEASES["match-run"], {
  claiming: Prisma.sql`attempt = attempt + 1`,
  write: (tx, { companyId, id, attempt }, data) =>
    tx.matchRun.updateMany({
      where: { companyId, id, attempt, state: "running" },
      data: { ...data, heartbeatAt: new Date() },
    }),
  beat: () => ({}),
  lost: LOST,
});

/** Writes to a claimed run, as long as the claim holds. @throws ClaimLostError when it does not. */
const updateMatchRun = claims.update;

/** Keeps the claim alive while the work runs. */
const keepMatchRun = claims.keep;

/** Claims a queued run, or one whose worker crashed. @returns null when it is over, or another worker holds it. */
async function claimMatchRun(ctx: CompanyContext, runId: string): Promise<MatchRun | null> {
  if (!(await claims.claim(ctx, runId))) return null;
  return db(ctx).matchRun.findUnique({
    where: { companyId_id: { companyId: ctx.companyId, id: runId } },
  });
}

/** Stops a bulk Auto Match: the step that is under way writes nothing more, what was matched stays. */
export async function cancelMatchRun(
  ctx: CompanyContext,
  input: { match_run_id: string },
): Promise<{ message: string }> {
  const key = { companyId: ctx.companyId, id: input.match_run_id };
  await db(ctx).$transaction(async (tx) => {
    const cancelled = await tx.matchRun.updateMany({
      where: { ...key, state: { in: [...ACTIVE_RUN_STATES] } },
      data: { state: "cancelled", finishedAt: new Date() },
    });
    const run = await tx.matchRun.findUnique({ where: { companyId_id: key } });
    if (!run) throw new NotFoundError("This Auto Match doesn't exist");
    if (cancelled.count === 0)
      throw new ConflictError("already_done", "This Auto Match has already finished");
    await recordAudit(tx, ctx, {
      action: "match_run.cancelled",
      entity: "match_run",
      entityId: run.id,
      data: { done: run.done, deposits: run.depositIds.length },
    });
    // What was matched until now is posted all the same.
    await notifyMatchRun(tx, ctx, run);
  });
  return { message: "Auto Match canceled" };
}

/** A bulk Auto Match as the screens follow it. */
function toMatchRunView(row: MatchRun): MatchRunView {
  const { id, state, done, matched, suggested, pending, message } = row;
  return { id, state, done, total: row.depositIds.length, matched, suggested, pending, message };
}

/** The bulk Auto Match that is under way, else the last one; null when there was none. */
export async function findLatestMatchRun(
  ctx: CompanyContext,
): Promise<{ run: MatchRunView | null }> {
  const row = await db(ctx).matchRun.findFirst({
    where: { companyId: ctx.companyId },
    orderBy: { createdAt: "desc" },
  });
  return { run: row && toMatchRunView(row) };
}

type Input = BodyOf<typeof contract>;

/**
 * Starts a bulk Auto Match of the named deposits, or of all that fit a filter. Deposits that are already
 * matched or posted, or have not reached the bank, are skipped.
 * @throws NotFoundError when a named deposit is not there, ConflictError when none of them is open or
 *   another bulk Auto Match of the company is under way.
 */
export async function startMatchRun(
  ctx: CompanyContext,
  input: Input,
): Promise<{ message: string; run: MatchRunView }> {
  const run = await create(ctx, input).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new ConflictError(
      "run_in_progress",
      "Auto Match is already running. Wait for it to finish, or cancel it.",
    );
  });
  await enqueue("match-run", { companyId: ctx.companyId, runId: run.id });
  return { message: "Auto Match started", run: toMatchRunView(run) };
}

function create(ctx: CompanyContext, input: Input): Promise<MatchRun> {
  const { companyId, userId, role = null, apiToken = null } = ctx;
  return db(ctx).$transaction(async (tx) => {
    const depositIds = await openOnes(tx, ctx, await chosen(tx, ctx, input));
    if (depositIds.length === 0) {
      throw new ConflictError(
        "not_waiting",
        "None of these deposits is open, so there's nothing to match.",
      );
    }
    const run = await tx.matchRun.create({
      data: { companyId, userId, role, apiToken, depositIds },
    });
    await recordAudit(tx, ctx, {
      action: "match_run.started",
      entity: "match_run",
      entityId: run.id,
      data: { deposits: depositIds.length },
    });
    return run;
  });
}

async function chosen(tx: Tx, ctx: CompanyContext, input: Input): Promise<number[]> {
  if (!input.deposit_ids) return (await selectDeposits(tx, ctx, input.filter ?? {})).ids;
  const ids = [...new Set(input.deposit_ids)];
  const own = await tx.deposit.count({
    where: { companyId: ctx.companyId, id: { in: ids }, deletedAt: null },
  });
  if (own < ids.length) {
    throw new NotFoundError("One of these deposits doesn't exist or has been removed.");
  }
  return ids;
}

/** In the order given: the top of the list is matched first. */
async function openOnes(tx: Tx, ctx: CompanyContext, ids: number[]): Promise<number[]> {
  const rows = await tx.deposit.findMany({
    where: { companyId: ctx.companyId, ...openDeposit },
    select: { id: true },
  });
  const open = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => open.has(id));
}

/**
 * Every step runs the engine over all open rows and takes as many statements as another: few steps for many deposits, but
 * enough for a progress bar.
 */
const MAX_STEPS = 20;
const MIN_STEP = 50;

/**
 * Works through a bulk Auto Match, step by step. A step is one transaction that includes its progress, so
 * a run that is cancelled or crashes keeps its finished steps and resumes after them.
 */
export async function runMatchRun(ctx: CompanyContext, runId: string): Promise<void> {
  const run = await claimMatchRun(ctx, runId);
  if (!run) return;
  try {
    await keepMatchRun(ctx, run, () => walk(onBehalf(ctx, run), run));
  } catch (error) {
    if (!(error instanceof ClaimLostError)) await fail(ctx, run, error);
  } finally {
    await enqueueDuePostings(ctx);
  }
}

/** The engine decides on behalf of the user who started the run, as for a single deposit. */
function onBehalf({ companyId, requestId }: CompanyContext, run: MatchRun): CompanyContext {
  const { userId, role, apiToken } = run;
  const ctx = { companyId, requestId, ...(apiToken !== null && { apiToken }) };
  return userId === null || role === null ? { ...ctx, userId: null } : { ...ctx, userId, role };
}

async function walk(ctx: CompanyContext, run: MatchRun): Promise<void> {
  const ids = run.depositIds;
  const step = Math.max(MIN_STEP, Math.ceil(ids.length / MAX_STEPS));
  for (let done = run.done; done < ids.length; ) {
    const next = Math.min(done + step, ids.length);
    const chosen = new Set(ids.slice(done, next));
    await decide(ctx, chosen, async (tx, apply) => {
      await apply(run.id);
      await storeProgress(tx, run, { done: next, isOver: false });
    });
    done = next;
  }
  // Each sure match narrows the choice for the rest, until the engine is sure of no more.
  const all = new Set(ids);
  while (!(await decide(ctx, all, (tx, apply) => finish(tx, ctx, run, apply))));
}

/** @returns false when the engine was sure of more: then it is not the end yet. */
async function finish(tx: Tx, ctx: CompanyContext, run: MatchRun, apply: Apply): Promise<boolean> {
  const plans = await apply(run.id);
  const isOver = plans.every(({ status }) => status !== "matched");
  await storeProgress(tx, run, { done: run.depositIds.length, isOver });
  if (isOver) await notifyMatchRun(tx, ctx, run);
  return isOver;
}

/** What has become of the deposits so far. @throws ClaimLostError when the claim is lost. */
async function storeProgress(
  tx: Tx,
  { companyId, id, attempt, depositIds }: MatchRun,
  { done, isOver }: { done: number; isOver: boolean },
): Promise<void> {
  const now = Prisma.sql`${new Date().toISOString()}::timestamptz`;
  const written = await tx.$executeRaw`
    UPDATE match_runs SET done = ${done}::int, matched = count.matched, suggested = count.suggested,
      pending = count.pending, heartbeat_at = ${now},
      state = CASE WHEN ${isOver} THEN 'succeeded' ELSE state END,
      finished_at = CASE WHEN ${isOver} THEN ${now} END
    FROM (SELECT count(*) FILTER (WHERE status IN ('matched', 'posted')) AS matched,
        count(*) FILTER (WHERE status = 'suggested') AS suggested,
        count(*) FILTER (WHERE status = 'pending') AS pending
      FROM deposits WHERE company_id = ${companyId}::uuid AND deleted_at IS NULL
        AND id = ANY(${depositIds.slice(0, done)}::int[])) AS count
    WHERE company_id = ${companyId}::uuid AND id = ${id}::uuid AND attempt = ${attempt}::int
      AND state = 'running'`;
  if (written === 0) throw new ClaimLostError(LOST);
}

async function fail(ctx: CompanyContext, run: MatchRun, error: unknown): Promise<void> {
  log().error({ matchRunId: run.id, error }, "bulk auto-match failed");
  const message = "It stopped because of a problem on our side. Matches made so far are kept.";
  await db(ctx).$transaction(async (tx) => {
    await updateMatchRun(ctx, run, { state: "failed", message, finishedAt: new Date() }, tx);
    await notifyMatchRun(tx, ctx, run);
  });
}
