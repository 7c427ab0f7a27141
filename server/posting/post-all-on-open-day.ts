import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { postAllOnOpenDay as contract } from "@/lib/contracts/open-day";
import { counted } from "@/lib/counted";
import { dayInWords } from "@/lib/format-date";
import { enqueueDuePostings } from "@/server/work/enqueue-due-postings";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { requireOpenDay } from "./require-open-day";

/**
 * Dates every deposit that waits because the books are closed on the first day after the closed period, and posts
 * it. One that may have reached QuickBooks isn't among them: it is found there by its own day first.
 * @throws ConflictError where no period is closed, or nothing waits for it; ProviderError.
 */
export async function postAllOnOpenDay(ctx: CompanyContext): Promise<ResponseOf<typeof contract>> {
  const { companyId, userId, role = null, requestId, apiToken = null } = ctx;
  const day = await requireOpenDay(ctx);
  const message = dayInWords(day);
  const moved = await db(ctx).$queryRaw<{ id: number }[]>`
    WITH queued AS (
      UPDATE postings SET state = 'queued', message = '', error_code = NULL, details = '', next_attempt_at = now()
      WHERE company_id = ${companyId}::uuid AND state = 'blocked' AND error_code = 'books_closed'
        AND NOT unanswered
      RETURNING deposit_id),
    moved AS (
      UPDATE deposits SET earliest_date = ${day}::date, version = version + 1
      WHERE company_id = ${companyId}::uuid AND id IN (SELECT deposit_id FROM queued)
      RETURNING id),
    recorded AS (
      INSERT INTO audit_events
        (company_id, user_id, role, api_token, request_id, action, entity, entity_id, data)
      SELECT ${companyId}::uuid, ${userId}::int, ${role}::membership_role, ${apiToken}::text, ${requestId},
        'deposit.open_day_chosen', 'deposit', id::text, jsonb_build_object('message', ${message}::text)
      FROM moved)
    SELECT id FROM moved`;
  if (moved.length === 0) throw new ConflictError("No deposit waits for the books to open.");
  await enqueueDuePostings(ctx);
  return {
    message: `${counted(moved.length, "deposit")} dated ${message} in QuickBooks`,
    count: moved.length,
  };
}
