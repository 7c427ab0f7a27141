import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { postAllOnOpenDay as contract } from "@/lib/contracts/open-day";
import { counted } from "@/lib/counted";
import { addDays, type CalendarDate, dateText } from "@/lib/dates";
import { dayInWords } from "@/lib/format-date";
import { refreshCompanyFacts } from "@/server/connections/company-facts";
import { providerName, requireLedger } from "@/server/connections/find";
import { requireDeposit } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { loadDateFormat } from "@/server/work/company";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { enqueueDuePostings } from "@/server/work/postings";

/**
 * Dates a deposit in the books on the first day after the closed period, or on its own day again, and posts it if it
 * waited for that.
 * @throws NotFoundError; ConflictError where no period is closed, or it is posted, or may be; ProviderError.
 */
export async function postOnOpenDay(
  ctx: CompanyContext,
  { deposit_id: id, on }: { deposit_id: number; on: boolean },
): Promise<{ message: string }> {
  const { companyId } = ctx;
  // Before the books are asked.
  await requireDeposit(db(ctx), ctx, id);
  const day = on ? await requireOpenDay(ctx) : null;
  const words = day === null ? null : dayInWords(day, await loadDateFormat(ctx));
  await db(ctx).$transaction(async (tx) => {
    await requireDeposit(tx, ctx, id);
    await requeue(tx, ctx, id);
    await tx.deposit.update({
      where: { companyId_id: { companyId, id } },
      data: { earliestDate: day === null ? null : new Date(day), version: { increment: 1 } },
    });
    await recordAudit(tx, ctx, {
      action: day === null ? "deposit.own_day_restored" : "deposit.open_day_chosen",
      entity: "deposit",
      entityId: id,
      data: { ...(words !== null && { message: words }) },
    });
  });
  await enqueueDuePostings(ctx);
  const { name } = await loadLedgerWords(ctx);
  return {
    message: words === null ? "Date set back to the payout's" : `Dated ${words} in ${name}`,
  };
}

/** A request that may have reached the books carried the day before: it has to be found by that first. */
async function requeue(tx: Tx, ctx: CompanyContext, depositId: number): Promise<void> {
  const { companyId } = ctx;
  const queued = await tx.posting.updateMany({
    where: {
      ...{ companyId, depositId, outcomeUnknown: false },
      state: { in: ["failed", "blocked", "queued"] },
    },
    data: { state: "queued", message: "", errorCode: null, details: "", nextAttemptAt: new Date() },
  });
  if (queued.count > 0) return;
  const live = await tx.posting.count({
    // A held one is posted once a user says so.
    where: { companyId, depositId, state: { notIn: ["undone", "held"] } },
  });
  if (live > 0) {
    const { name } = await loadLedgerWords(ctx, tx);
    throw new ConflictError(
      "already_posted",
      `This deposit is posted, or may be in ${name} already. Undo the match, or retry first.`,
    );
  }
}

/**
 * Dates every deposit that waits because the books are closed on the first day after the closed period, and posts
 * it; one that waits for a review goes on waiting for that. One that may have reached the books isn't among them: it is found there by its own day first.
 * @throws ConflictError where no period is closed, or nothing waits for it; ProviderError.
 */
export async function postAllOnOpenDay(ctx: CompanyContext): Promise<ResponseOf<typeof contract>> {
  const { companyId, userId, role = null, requestId, apiToken = null } = ctx;
  const day = await requireOpenDay(ctx);
  const closedUntil = addDays(day, -1);
  const message = dayInWords(day, await loadDateFormat(ctx));
  const moved = await db(ctx).$queryRaw<{ id: number }[]>`
    WITH queued AS (
      UPDATE postings SET state = 'queued', message = '', error_code = NULL, details = '', next_attempt_at = now()
      WHERE company_id = ${companyId}::uuid AND state = 'blocked' AND error_code = 'books_closed'
        AND NOT unanswered
      RETURNING deposit_id),
    held AS (
      SELECT p.deposit_id FROM postings p
      JOIN deposits d ON d.company_id = p.company_id AND d.id = p.deposit_id AND d.deleted_at IS NULL
      WHERE p.company_id = ${companyId}::uuid AND p.state = 'held'
        AND greatest(d.earliest_date, least(d.txn_date, (SELECT min(lp.txn_date) FROM planned_payments pp
          JOIN ledger_payments lp ON lp.company_id = pp.company_id AND lp.id = pp.payment_id
            AND lp.state = 'planned'
          WHERE pp.company_id = d.company_id AND pp.deposit_id = d.id))) <= ${closedUntil}::date),
    moved AS (
      UPDATE deposits SET earliest_date = ${day}::date, version = version + 1
      WHERE company_id = ${companyId}::uuid AND id IN (SELECT deposit_id FROM queued UNION SELECT deposit_id FROM held)
      RETURNING id),
    recorded AS (
      INSERT INTO audit_events
        (company_id, user_id, role, api_token, request_id, action, entity, entity_id, data)
      SELECT ${companyId}::uuid, ${userId}::int, ${role}::membership_role, ${apiToken}::text, ${requestId},
        'deposit.open_day_chosen', 'deposit', id::text, jsonb_build_object('message', ${message}::text)
      FROM moved)
    SELECT id FROM moved`;
  if (moved.length === 0)
    throw new ConflictError("not_waiting", "No deposits are waiting for the books to reopen.");
  await enqueueDuePostings(ctx);
  const { name } = await loadLedgerWords(ctx);
  return {
    message: `${counted(moved.length, "deposit")} dated ${message} in ${name}`,
    count: moved.length,
  };
}

/** The first day after the closed period. */
export function firstOpenDay(closedUntil: CalendarDate): CalendarDate {
  return addDays(closedUntil, 1);
}

/** The day that something of a deposit has in the books: its own, unless a later one was chosen for the deposit. */
export function bookedOn(date: CalendarDate, earliest: Date | null): CalendarDate {
  const from = earliest === null ? date : dateText(earliest);
  return date < from ? from : date;
}

/**
 * The first day after the closed period, as the books say now.
 * @throws ConflictError where no period is closed; ProviderError.
 */
async function requireOpenDay(ctx: CompanyContext): Promise<CalendarDate> {
  const ledger = await requireLedger(ctx);
  const { closedUntil } = await refreshCompanyFacts(ctx, ledger);
  if (closedUntil === null) {
    throw new ConflictError(
      "books_open",
      `The books are open in ${providerName(ledger.provider)}. Retry posts it on its own day.`,
    );
  }
  return firstOpenDay(closedUntil);
}
