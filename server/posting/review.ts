import { capitalized } from "@/lib/capitalized";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { postReady as contract, PostingReview } from "@/lib/contracts/posting-review";
import { counted } from "@/lib/counted";
import { waitingWords } from "@/lib/waiting-words";
import { findLedger } from "@/server/connections/find";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { type CompanyContext, requireRole, type SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { requireRunning } from "@/server/platform/installation";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { isShared, requireOwnPosting } from "@/server/work/automatic-posting";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { enqueueDuePostings } from "@/server/work/postings";
import { planDeletedAnew } from "./claim-undo";
import { readReady } from "./read-ready";
import { recordIn } from "./record-words";

/**
 * Posts one deposit that is ready.
 * @throws NotFoundError; ConflictError when it isn't held, may be in the books already, or the installation is paused.
 */
export async function postOne(
  ctx: CompanyContext,
  { deposit_id: depositId }: { deposit_id: number },
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await requireRunning();
  await withCompanyLock(ctx, async (tx) => {
    await requireDeposit(tx, ctx, depositId);
    const existing = await tx.existingDeposit.findFirst({
      where: { companyId, depositId, state: "suggested" },
    });
    if (existing) {
      throw new ConflictError(
        "decision_needed",
        `${capitalized(recordIn(await loadLedgerWords(ctx, tx), existing.quickbooksDepositId))} may be this payout's. Link to it, or say that it isn't.`,
      );
    }
    const queued = await tx.posting.updateMany({
      where: { companyId, depositId, state: "held" },
      data: { state: "queued", nextAttemptAt: new Date() },
    });
    if (queued.count === 0)
      throw new ConflictError("not_waiting", "This deposit isn't waiting to be posted.");
    await recordAudit(tx, ctx, {
      action: "deposit.approved",
      entity: "deposit",
      entityId: depositId,
    });
  });
  await enqueueDuePostings(ctx);
  return { message: `Posting to ${(await loadLedgerWords(ctx)).name}` };
}

/** Requeues a failed or waiting posting at the user's request. @throws ConflictError as {@link postOne}. */
export async function retryPosting(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string }> {
  const { companyId } = ctx;
  await requireRunning();
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
    if (queued.count === 0)
      throw new ConflictError("not_waiting", "This deposit has no posting to retry.");
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
  return db(ctx).$transaction(async (tx) => {
    const { ready, waiting, revision } = await readReady(tx, ctx);
    const settings = await tx.companySettings.findUnique({
      where: { companyId: ctx.companyId },
      select: { autoPost: true },
    });
    const books = await findLedger(ctx, tx);
    const isOfBoth = books !== null && (await isShared(tx, ctx, books));
    return {
      ready,
      waiting,
      ...(await countOthers(tx, ctx)),
      revision,
      auto_post: settings?.autoPost ?? false,
      ...(isOfBoth && { shared_books: true }),
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
 * Posts all that is ready, if it is what the user reviewed; what something is missing for stays held, and is told.
 * @throws ConflictError when something else is ready by now, or nothing. ForbiddenError for `auto_post`, which is a
 * setting, without the role for settings; ConflictError where another company here has the same books.
 */
export async function postReady(
  ctx: SessionContext,
  { revision, auto_post: autoPost }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  if (autoPost !== undefined) {
    requireRole(ctx, "admin", "change whether matches are posted automatically");
  }
  await requireRunning();
  const { ids, waiting } = await withCompanyLock(ctx, async (tx) => {
    const { ready, ...found } = await readReady(tx, ctx);
    if (ready.count === 0) {
      throw new ConflictError(
        "not_waiting",
        ["Nothing is ready to post", ...left(found.waiting), ""].join(". ").trim(),
      );
    }
    if (found.revision !== revision) {
      throw new ConflictError(
        "changed_meanwhile",
        "The deposits ready to post have changed since you reviewed them. Review them again.",
      );
    }
    const run = await tx.postingRun.create({ data: { companyId: ctx.companyId } });
    const released = await release(tx, ctx, run.id, found.postingIds);
    // Another transaction can't have changed them: each change of a match takes the lock.
    if (released.length !== ready.count)
      throw new ConflictError(
        "changed_meanwhile",
        "The deposits ready to post are changing. Try again.",
      );
    if (autoPost !== undefined) await switchAutoPost(tx, ctx, autoPost);
    const totals = ready.totals.map(({ currency, amount }) => `${amount} ${currency}`);
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
    return { ids: released, waiting: found.waiting };
  });
  await enqueueDuePostings(ctx);
  return {
    message: [`Posting ${counted(ids.length, "deposit")}`, ...left(waiting)].join(". "),
    count: ids.length,
    deposit_ids: ids,
    left_out: waiting,
  };
}

function left(waiting: PostingReview["waiting"]): string[] {
  return waiting.length === 0 ? [] : [waitingWords(waiting)];
}

/** With a row in the history of each deposit. */
async function release(
  tx: Tx,
  ctx: CompanyContext,
  runId: string,
  postingIds: readonly string[],
): Promise<number[]> {
  const { companyId, userId, role = null, requestId, apiToken = null } = ctx;
  const rows = await tx.$queryRaw<{ id: number }[]>`
    WITH released AS (
      UPDATE postings SET state = 'queued', next_attempt_at = now(),
        posting_run_id = ${runId}::uuid
      WHERE company_id = ${companyId}::uuid AND id = ANY (${[...postingIds]}::uuid[]) AND state = 'held'
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

async function switchAutoPost(tx: Tx, ctx: CompanyContext, autoPost: boolean): Promise<void> {
  const { companyId } = ctx;
  if (autoPost) await requireOwnPosting(tx, ctx);
  await tx.companySettings.upsert({
    where: { companyId },
    create: { companyId, autoPost },
    update: { autoPost },
  });
}
