import { Prisma } from "@/generated/prisma/client";
import type { undoAutomaticRun as contract } from "@/lib/contracts/activity";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import { counted } from "@/lib/counted";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { confirmedSuggestion, restoreSuggestion } from "@/server/matches/restore-suggestion";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError } from "@/server/platform/errors";
import { withLease } from "@/server/platform/leases";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { markUndone } from "../claim-undo";

/** SQL: the postings `p` of matches that runs made by themselves. */
function postingsOfRuns({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`postings p JOIN deposits d ON d.company_id = p.company_id AND d.id = p.deposit_id
      AND d.deleted_at IS NULL
    WHERE p.company_id = ${companyId}::uuid AND p.run_id IS NOT NULL`;
}

/**
 * SQL: whether nothing of the posting `p` is in the books, or may be: then an undo needs no call. What they may
 * hold is undone one by one.
 */
export const IS_UNDOABLE = Prisma.sql`(p.state IN ('held', 'queued', 'blocked', 'failed')
  AND NOT p.unanswered AND NOT p.adopted AND p.quickbooks_deposit_id IS NULL
  AND NOT EXISTS (SELECT FROM planned_payments c
    WHERE c.company_id = p.company_id AND c.deposit_id = p.deposit_id AND c.removed_at IS NULL
      AND (c.sent_at IS NOT NULL OR c.created_customer_id IS NOT NULL)))`;

/** Each batch is a transaction under the company's lock: a run of thousands never holds it for long. */
const BATCH = 200;

/**
 * Undoes the unposted matches of an automatic run, each deposit as a single undo would. What was
 * posted meanwhile, or may be in the books, stays, and so does what a user changed since. Repeating it undoes what is left.
 * @throws NotFoundError, or ConflictError while another user is undoing the run.
 */
export async function undoAutomaticRun(
  ctx: CompanyContext,
  { automatic_run_id: runId }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const key = { companyId_id: { companyId: ctx.companyId, id: runId } };
  const found = await db(ctx).automaticRun.findUnique({ where: key });
  if (!found) throw new NotFoundError("This run doesn't exist");
  const done = await withLease(`undo run ${runId}`, () => undoAll(ctx, runId));
  if (!done) {
    throw new ConflictError(
      "undo_in_progress",
      "This run is being undone. Wait a moment, then look again.",
    );
  }
  const undone = done.result;
  const { posted, changed } = await whatStays(ctx, runId);
  const { name } = await loadLedgerWords(ctx);
  return { message: messageOf({ undone, posted, changed }, name), undone, posted, changed };
}

async function undoAll(ctx: CompanyContext, runId: string): Promise<number> {
  let undone = 0;
  for (;;) {
    const before = undone;
    const now = await withCompanyLock(ctx, (tx) => undoBatch(tx, ctx, runId, before));
    if (now === 0) return undone;
    undone += now;
  }
}

/** @returns how many were undone; none at the end, which is recorded for the run. */
async function undoBatch(
  tx: Tx,
  ctx: CompanyContext,
  runId: string,
  before: number,
): Promise<number> {
  // Their rows are locked: a worker that claims one waits, and then finds it undone.
  const rows = await tx.$queryRaw<{ id: number }[]>(Prisma.sql`
    SELECT p.deposit_id AS id FROM ${postingsOfRuns(ctx)} AND p.run_id = ${runId}::uuid
      AND ${IS_UNDOABLE}
    ORDER BY p.deposit_id LIMIT ${BATCH} FOR UPDATE OF p`);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) {
    await recordEnd(tx, ctx, runId, before);
    return 0;
  }
  await undoDeposits(tx, ctx, runId, ids);
  await tx.automaticRun.update({
    where: { companyId_id: { companyId: ctx.companyId, id: runId } },
    data: { undone: { increment: ids.length } },
  });
  return ids.length;
}

/** One row for the run, unless nothing was undone. An undo that was lost is counted by the one that goes on. */
async function recordEnd(
  tx: Tx,
  ctx: CompanyContext,
  runId: string,
  undone: number,
): Promise<void> {
  const key = { companyId_id: { companyId: ctx.companyId, id: runId } };
  const run = await tx.automaticRun.findUniqueOrThrow({ where: key });
  const deposits = run.undoneAt === null ? run.undone : undone;
  if (deposits === 0) return;
  await tx.automaticRun.update({ where: key, data: { undoneAt: new Date() } });
  await recordAudit(tx, ctx, {
    action: "match_run.undone",
    entity: "match_run",
    entityId: runId,
    data: { deposits },
  });
}

async function undoDeposits(
  tx: Tx,
  ctx: CompanyContext,
  runId: string,
  ids: readonly number[],
): Promise<void> {
  const suggestions = await confirmedSuggestions(tx, ctx, ids);
  await markUndone(tx, ctx, ids, { payments: "open" });
  await recordAudit(
    tx,
    ctx,
    ...ids.map((id) => ({
      ...{ action: "deposit.undone", entity: "deposit" as const, entityId: id },
      data: { from: "matched", run: runId },
    })),
  );
  for (const { deposit, confirmed } of suggestions) {
    await restoreSuggestion(tx, ctx, deposit, confirmed);
  }
}

/** Of the deposits, those with lines that users had decided before the engine matched the rest. */
async function confirmedSuggestions(tx: Tx, ctx: CompanyContext, ids: readonly number[]) {
  const withChoices = await tx.match.findMany({
    where: {
      ...{ companyId: ctx.companyId, depositId: { in: [...ids] } },
      ...{ state: "accepted", NOT: { decidedBy: null } },
    },
    select: { depositId: true },
    distinct: ["depositId"],
  });
  const found: { deposit: Deposit; confirmed: Confirmed }[] = [];
  for (const { depositId } of withChoices) {
    const deposit = await requireDeposit(tx, ctx, depositId);
    found.push({ deposit, confirmed: await confirmedSuggestion(tx, ctx, depositId) });
  }
  return found;
}

type Deposit = Awaited<ReturnType<typeof requireDeposit>>;
type Confirmed = Awaited<ReturnType<typeof confirmedSuggestion>>;

async function whatStays(
  ctx: CompanyContext,
  runId: string,
): Promise<{ posted: number; changed: number }> {
  const [row] = await db(ctx).$queryRaw<{ posted: number; changed: number }[]>(Prisma.sql`
    SELECT count(*) FILTER (WHERE p.state <> 'undone' AND NOT ${IS_UNDOABLE})::int AS posted,
      count(*) FILTER (WHERE p.state = 'undone')::int - (SELECT r.undone FROM automatic_runs r
        WHERE r.company_id = ${ctx.companyId}::uuid AND r.id = ${runId}::uuid) AS changed
    FROM ${postingsOfRuns(ctx)} AND p.run_id = ${runId}::uuid`);
  return { posted: row?.posted ?? 0, changed: Math.max(0, row?.changed ?? 0) };
}

function messageOf(
  { undone, posted, changed }: { undone: number; posted: number; changed: number },
  ledger: string,
): string {
  const parts = [
    undone === 0
      ? "Nothing is left to undo"
      : `${counted(undone, "deposit")} ${undone === 1 ? "is" : "are"} open again`,
    posted > 0 &&
      `${counted(posted, "deposit")} ${posted === 1 ? "stays" : "stay"}, posted or on the way to ${ledger}`,
    changed > 0 &&
      `${counted(changed, "deposit")} ${changed === 1 ? "stays" : "stay"} as changed since`,
  ];
  return `${parts.filter((part) => part !== false).join(". ")}.`;
}
