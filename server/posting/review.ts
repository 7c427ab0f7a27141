import { Prisma } from "@/generated/prisma/client";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { postReady as contract, PostingReview } from "@/lib/contracts/posting-review";
import { counted } from "@/lib/counted";
import { toDecimal, toWireDecimal } from "@/lib/money";
import { readCompanyFacts } from "@/server/connections/company-facts";
import { findLedger } from "@/server/connections/find";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { type CompanyContext, requireRole, type SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { enqueueDuePostings } from "@/server/work/postings";
import { planDeletedAnew } from "./claim-undo";

/** What is ready to post: matched, held, and not perhaps in QuickBooks already. Amounts in minor units. */
interface Ready {
  count: number;
  /** `YYYY-MM-DD`; null without any. */
  from: string | null;
  to: string | null;
  totals: { currency: string; amount: number }[];
  /** Of them: dated up to the last closed day. */
  closed: number;
  /** Changes whenever another deposit is ready, or one of them is matched anew. */
  revision: string;
}

/** SQL: the held postings `p` of deposits `d` that may be posted. Literal, so that the partial index serves. */
function readyPostings({ companyId }: CompanyContext): Prisma.Sql {
  return Prisma.sql`FROM postings p
    JOIN deposits d ON d.company_id = p.company_id AND d.id = p.deposit_id AND d.deleted_at IS NULL
    WHERE p.company_id = ${companyId}::uuid AND p.state = 'held'
      AND NOT EXISTS (SELECT FROM existing_deposits e WHERE e.company_id = p.company_id
        AND e.deposit_id = p.deposit_id AND e.state = 'suggested')`;
}

/** @param closedUntil the last day of the closed period; null while every day is open. */
async function readReady(tx: Tx, ctx: CompanyContext, closedUntil: string | null): Promise<Ready> {
  const rows = await tx.$queryRaw<
    { currency: string; count: number; amount: string; from: string; to: string; closed: number }[]
  >`
    SELECT d.currency, count(*)::int AS count, sum(d.amount)::text AS amount,
      min(d.txn_date)::text AS from, max(d.txn_date)::text AS to,
      count(*) FILTER (WHERE greatest(d.txn_date, d.earliest_date) <= ${closedUntil}::date)::int AS closed
    ${readyPostings(ctx)} GROUP BY d.currency ORDER BY count(*) DESC, d.currency`;
  const [named] = await tx.$queryRaw<[{ revision: string }]>`
    SELECT md5(coalesce(string_agg(p.id::text, ',' ORDER BY p.id), '')) AS revision ${readyPostings(ctx)}`;
  const sum = (of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => total + of(row), 0);
  return {
    count: sum(({ count }) => count),
    from: rows.map(({ from }) => from).toSorted()[0] ?? null,
    to:
      rows
        .map(({ to }) => to)
        .toSorted()
        .at(-1) ?? null,
    totals: rows.map(({ currency, amount }) => ({ currency, amount: Number(amount) })),
    closed: sum(({ closed }) => closed),
    revision: named.revision,
  };
}

/**
 * Posts one deposit that is ready.
 * @throws NotFoundError; ConflictError when it isn't held, or may be in QuickBooks already.
 */
export async function postOne(
  ctx: CompanyContext,
  { deposit_id: depositId }: { deposit_id: number },
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await withCompanyLock(ctx, async (tx) => {
    await requireDeposit(tx, ctx, depositId);
    const existing = await tx.existingDeposit.findFirst({
      where: { companyId, depositId, state: "suggested" },
    });
    if (existing) {
      throw new ConflictError(
        `QuickBooks Deposit ${existing.quickbooksDepositId} may be this payout's. Link to it, or say that it isn't.`,
      );
    }
    const queued = await tx.posting.updateMany({
      where: { companyId, depositId, state: "held" },
      data: { state: "queued", nextAttemptAt: new Date() },
    });
    if (queued.count === 0) throw new ConflictError("This deposit isn't waiting to be posted.");
    await recordAudit(tx, ctx, {
      action: "deposit.approved",
      entity: "deposit",
      entityId: depositId,
    });
  });
  await enqueueDuePostings(ctx);
  return { message: "Posting to QuickBooks" };
}

/** Requeues a failed or waiting posting at the user's request. */
export async function retryPosting(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await db(ctx).$transaction(async (tx) => {
    const deposit = await requireDeposit(tx, ctx, input.deposit_id);
    const queued = await tx.posting.updateMany({
      where: {
        companyId,
        depositId: deposit.id,
        state: { in: ["failed", "blocked", "queued"] },
      },
      data: {
        state: "queued",
        message: "",
        errorCode: null,
        details: "",
        nextAttemptAt: new Date(),
      },
    });
    if (queued.count === 0) throw new ConflictError("This deposit has no posting to retry.");
    const again = await planDeletedAnew(tx, ctx, deposit.id);
    await recordAudit(tx, ctx, {
      action: "deposit.posting_retried",
      entity: "deposit",
      entityId: deposit.id,
      data: { again },
    });
  });
  await enqueueDuePostings(ctx);
  return { message: "Retrying…" };
}

/** What a user reviews before anything is posted: sums of what is ready, and what else came of the payouts. */
export async function loadReview(ctx: CompanyContext): Promise<PostingReview> {
  const ledger = await findLedger(ctx);
  const closedUntil = (ledger && readCompanyFacts(ledger)?.closedUntil) ?? null;
  return db(ctx).$transaction(async (tx) => {
    const { totals, revision, ...ready } = await readReady(tx, ctx, closedUntil);
    const settings = await tx.companySettings.findUnique({
      where: { companyId: ctx.companyId },
      select: { autoPost: true },
    });
    return {
      ready: {
        ...ready,
        totals: totals.map(({ currency, amount }) => ({
          currency,
          amount: toWireDecimal(amount, currency),
        })),
      },
      ...(await countOthers(tx, ctx)),
      revision,
      auto_post: settings?.autoPost ?? false,
    };
  });
}

async function countOthers(tx: Tx, { companyId }: CompanyContext) {
  const [counts] = await tx.$queryRaw<[{ already: number; look: number }]>`
    SELECT
      (SELECT count(*) FROM postings p JOIN deposits d
          ON d.company_id = p.company_id AND d.id = p.deposit_id AND d.deleted_at IS NULL
        WHERE p.company_id = ${companyId}::uuid AND p.state = 'posted' AND p.adopted)::int AS already,
      (SELECT count(*) FROM deposits d WHERE d.company_id = ${companyId}::uuid AND d.deleted_at IS NULL
        AND (d.status IN ('pending', 'suggested')
          OR EXISTS (SELECT FROM postings p WHERE p.company_id = d.company_id AND p.deposit_id = d.id
            AND p.state IN ('failed', 'blocked'))
          OR (d.status = 'matched' AND EXISTS (SELECT FROM existing_deposits e
            WHERE e.company_id = d.company_id AND e.deposit_id = d.id AND e.state = 'suggested'))))::int AS look`;
  return counts;
}

/**
 * Posts all that is ready, if it is what the user reviewed.
 * @throws ConflictError when something else is ready by now, or nothing. ForbiddenError for `auto_post`, which is a
 * setting, without the role for settings.
 */
export async function postReady(
  ctx: SessionContext,
  { revision, auto_post: autoPost }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  if (autoPost !== undefined) {
    requireRole(ctx, "admin", "change whether matches are posted automatically");
  }
  const ids = await withCompanyLock(ctx, async (tx) => {
    const ready = await readReady(tx, ctx, null);
    if (ready.count === 0) throw new ConflictError("Nothing is ready to post.");
    if (ready.revision !== revision) {
      throw new ConflictError(
        "The deposits ready to post have changed since you reviewed them. Review them again.",
      );
    }
    const run = await tx.postingRun.create({ data: { companyId: ctx.companyId } });
    const released = await release(tx, ctx, run.id);
    // Another transaction can't have changed them: each change of a match takes the lock.
    if (released.length !== ready.count)
      throw new ConflictError("The deposits ready to post are changing. Try again.");
    if (autoPost !== undefined) await switchAutoPost(tx, ctx, autoPost);
    const totals = ready.totals.map(
      ({ currency, amount }) => `${toDecimal(amount, currency)} ${currency}`,
    );
    await recordAudit(tx, ctx, {
      action: "postings.released",
      entity: "settings",
      entityId: ctx.companyId,
      data: {
        run: run.id,
        count: released.length,
        totals,
        ...(autoPost !== undefined && { autoPost }),
      },
    });
    return released;
  });
  await enqueueDuePostings(ctx);
  return {
    message: `Posting ${counted(ids.length, "deposit")}`,
    count: ids.length,
    deposit_ids: ids,
  };
}

/** With a row in the history of each deposit. */
async function release(tx: Tx, ctx: CompanyContext, runId: string): Promise<number[]> {
  const { companyId, userId, role = null, requestId, apiToken = null } = ctx;
  const rows = await tx.$queryRaw<{ id: number }[]>`
    WITH released AS (
      UPDATE postings SET state = 'queued', next_attempt_at = now(),
        posting_run_id = ${runId}::uuid
      WHERE company_id = ${companyId}::uuid AND id IN (SELECT p.id ${readyPostings(ctx)})
        AND state = 'held'
      RETURNING deposit_id),
    recorded AS (
      INSERT INTO audit_events
        (company_id, user_id, role, api_token, request_id, action, entity, entity_id)
      SELECT ${companyId}::uuid, ${userId}::int, ${role}::membership_role, ${apiToken}::text, ${requestId}, 'deposit.approved', 'deposit',
        deposit_id::text
      FROM released)
    SELECT deposit_id AS id FROM released ORDER BY deposit_id`;
  return rows.map(({ id }) => id);
}

async function switchAutoPost(
  tx: Tx,
  { companyId }: CompanyContext,
  autoPost: boolean,
): Promise<void> {
  await tx.companySettings.upsert({
    where: { companyId },
    create: { companyId, autoPost },
    update: { autoPost },
  });
}
