import { type Posting, Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { queryPrepared } from "@/server/platform/prepared-queries";
import { enqueue } from "@/server/platform/queue/enqueue";

/** Puts a matched deposit into the outbox, see {@link postingInsertion}. */
export async function queuePosting(tx: Tx, ctx: CompanyContext, depositId: number): Promise<void> {
  await tx.$executeRaw`WITH ${postingInsertion(ctx, [depositId])} SELECT`;
}

/**
 * SQL: the parts of a WITH that put matched deposits into the outbox, in the transaction that matches them. Where the
 * company doesn't post by itself, or not what its source paid out so early, it is held there until a user says that it be
 * posted.
 * @param runId the automatic run that matched them, which their postings name, so that it can be undone as one: a match
 *   that is undone and made again has another posting
 */
export function postingInsertion(
  { companyId }: CompanyContext,
  depositIds: readonly number[],
  runId: string | null = null,
): Prisma.Sql {
  return Prisma.sql`matched_deposit AS MATERIALIZED (
      SELECT id, place FROM unnest(${[...depositIds]}::int[]) WITH ORDINALITY AS matched (id, place)
    ), added_run AS (
      INSERT INTO automatic_runs (company_id, id)
      SELECT ${companyId}::uuid, ${runId}::uuid
      WHERE ${runId}::uuid IS NOT NULL AND EXISTS (SELECT FROM matched_deposit)
      ON CONFLICT DO NOTHING
    ), added_postings AS (
      INSERT INTO postings (company_id, deposit_id, run_id, state)
      SELECT ${companyId}::uuid, matched_deposit.id, ${runId}::uuid,
        CASE WHEN EXISTS (SELECT FROM company_settings s
          WHERE s.company_id = ${companyId}::uuid AND s.auto_post)
          AND NOT EXISTS (SELECT FROM deposits d JOIN integrations i
            ON i.company_id = d.company_id AND i.id = d.integration_id
            WHERE d.company_id = ${companyId}::uuid AND d.id = matched_deposit.id AND d.txn_date < i.posts_from)
        THEN 'queued'::posting_state ELSE 'held'::posting_state END
      FROM matched_deposit ORDER BY place
    )`;
}

/** What is due for longer was handed over then; should that have failed, the sweep does it within seconds. */
const NEWLY_DUE_SECONDS = 60;

/**
 * Hands the company's queued postings to the workers, after the transaction that wrote them. Not the whole backlog: of a
 * company whose deposits the ledger takes one by one, every decision would hand over all that wait.
 */
export async function enqueueDuePostings(ctx: CompanyContext): Promise<void> {
  const { companyId } = ctx;
  const [due] = await queryPrepared<[{ id: string }]>(
    ctx,
    Prisma.sql`SELECT id FROM postings
      WHERE company_id = ${companyId}::uuid AND state = 'queued' AND next_attempt_at <= now()
        AND next_attempt_at > now() - make_interval(secs => ${NEWLY_DUE_SECONDS}::float8)
      ORDER BY created_at`,
  );
  await enqueue("post", ...due.map(({ id }) => ({ companyId, postingId: id })));
}

/**
 * Being sent, being undone, or sent with an unknown outcome: the posting's own job finds out what the ledger
 * holds.
 */
export function isUnderway({ state, outcomeUnknown }: Posting): boolean {
  return state === "sending" || state === "undoing" || outcomeUnknown;
}

/**
 * Locks the live postings of deposits until the transaction ends. A worker that claims one waits for the
 * lock; otherwise it could send a posting that was undone a moment before.
 */
export async function lockPostings(
  tx: Tx,
  ctx: CompanyContext,
  depositIds: number[],
): Promise<Posting[]> {
  const { companyId } = ctx;
  await tx.$executeRaw`
    SELECT 1 FROM postings WHERE company_id = ${companyId}::uuid
      AND deposit_id = ANY (${depositIds}::int[]) AND state <> 'undone' FOR UPDATE`;
  return tx.posting.findMany({
    where: { companyId, depositId: { in: depositIds }, NOT: { state: "undone" } },
  });
}

/** Something that postings waited for may be there now: a bank account, a category, a connection. */
export async function releaseBlockedPostings(ctx: CompanyContext): Promise<void> {
  const { companyId } = ctx;
  // First those being sent: one may have found it missing a moment ago and be about to be blocked (claim-posting.ts).
  await db(ctx).posting.updateMany({
    where: { companyId, state: "sending" },
    data: { nextAttemptAt: new Date() },
  });
  await db(ctx).posting.updateMany({
    where: { companyId, state: "blocked" },
    data: { state: "queued", message: "", errorCode: null, details: "", nextAttemptAt: new Date() },
  });
  await enqueueDuePostings(ctx);
}

/** Why a posting was undone that was changed in the ledger. Stored as its error code. */
export const DELETED_IN_LEDGER = "deleted_in_quickbooks";
export const CHANGED_IN_LEDGER = "changed_in_quickbooks";
