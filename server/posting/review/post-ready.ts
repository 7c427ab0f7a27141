import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { postReady as contract } from "@/lib/contracts/posting-review";
import { counted } from "@/lib/counted";
import { toDecimal } from "@/lib/money";
import { recordAudit } from "@/server/platform/record-audit";
import { enqueueDuePostings } from "@/server/work/enqueue-due-postings";
import type { CompanyContext, SessionContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { requireRole } from "@/server/platform/require-role";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { readReady, readyPostings } from "./read-ready";

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
      throw new ConflictError("What is ready has changed since you reviewed it. Review it again.");
    }
    const run = await tx.postingRun.create({ data: { companyId: ctx.companyId } });
    const released = await release(tx, ctx, run.id);
    // Another transaction can't have changed them: each change of a match takes the lock.
    if (released.length !== ready.count)
      throw new ConflictError("What is ready is changing. Try again.");
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
