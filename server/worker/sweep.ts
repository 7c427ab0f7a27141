import { Prisma } from "@/generated/prisma/client";
import { dueReaders } from "@/server/accounts/people/companies-summary";
import { connectionsDue } from "@/server/connections/keep-alive";
import { dueSummaries } from "@/server/notifications/write-weekly-summary";
import { systemContext } from "@/server/platform/company-id";
import { db } from "@/server/platform/db";
import { isPaused } from "@/server/platform/installation";
import { log } from "@/server/platform/logger";
import { queryPrepared } from "@/server/platform/prepared-queries";
import { isAbandonedUndo, isClaimable, LEASES, MAIL_LEASE } from "@/server/platform/queue/claims";
import { singletonKey } from "@/server/platform/queue/definitions";
import { isRequeuable, keysBackingOff, requeue } from "@/server/platform/queue/enqueue";
import { takenKeys } from "@/server/platform/queue/queue";
import { forgetOldReads } from "@/server/providers/read-meter";
import { dueDailySyncs, startDailySync } from "@/server/sync/start-daily-sync";
import {
  deleteOldEvents,
  dueSyncRequests,
  startRequestedSync,
} from "@/server/sync/webhooks/receive-webhook";
import { deleteOldDeliveries, hasDueDeliveries } from "@/server/webhooks/deliver-webhooks";
import { forgetOldChanges } from "@/server/work/changes";

/** Deletes expired rows: undeliverable mails, throttles, leases, codes, invitations, API tokens, idempotency keys, pending sign-ins, webhook events and webhook deliveries. */
export async function sweepExpired(): Promise<void> {
  const undelivered = await db("jobs").$executeRaw`DELETE FROM mails WHERE expires_at <= now()`;
  if (undelivered > 0) log().error({ undelivered }, "mails could not be delivered in time");
  await db("jobs").$executeRaw`DELETE FROM throttles WHERE expires_at <= now()`;
  await db("jobs").$executeRaw`DELETE FROM leases WHERE expires_at <= now()`;
  await db("jobs").$executeRaw`DELETE FROM known_addresses WHERE expires_at <= now()`;
  await db("jobs").$executeRaw`DELETE FROM sign_in_challenges WHERE expires_at <= now()`;
  await db("jobs").$executeRaw`DELETE FROM email_confirmations WHERE expires_at <= now()`;
  // Shown as expired for a month, to be sent again.
  await db("jobs")
    .$executeRaw`DELETE FROM invitations WHERE expires_at <= now() - interval '30 days'`;
  await db("jobs").$executeRaw`DELETE FROM withdrawn_invitations WHERE expires_at <= now()`;
  // Expired ones are shown for a month.
  await db("jobs").$executeRaw`
    DELETE FROM api_tokens WHERE least(expires_at, revoked_at) <= now() - interval '30 days'`;
  // A grant outlives its code by less than this.
  await db("jobs")
    .$executeRaw`DELETE FROM reset_codes WHERE expires_at <= now() - interval '1 hour'`;
  await db("jobs")
    .$executeRaw`DELETE FROM idempotency_keys WHERE created_at <= now() - interval '24 hours'`;
  await forgetOldReads();
  await deleteOldEvents();
  await deleteOldDeliveries();
}

/** Finds connections whose access ends unless it is used. */
async function sweepConnections(backingOff: readonly string[]): Promise<void> {
  for (const connection of await connectionsDue()) {
    const key = singletonKey("keep-alive", connection);
    if (!backingOff.includes(key)) await requeue("keep-alive", connection);
  }
}

/** A limit per round; the next one comes within seconds. */
const MAX_PER_ROUND = 200;

type Keys = readonly string[];

type Step = (backingOff: Keys) => Promise<void>;

/** Work that a user may be waiting for. */
const SOON: readonly Step[] = [
  sweepSyncs,
  sweepAutoMatches,
  sweepMatchRuns,
  sweepPostings,
  sweepUndos,
  sweepMails,
  () => sweepWebhooks(MAX_PER_ROUND),
  sweepDeliveries,
  (backingOff) => sweepNotificationMails(MAX_PER_ROUND, backingOff),
];

/** Daily work, and expired rows. */
const DAILY: readonly Step[] = [
  () => sweepDailySyncs(MAX_PER_ROUND),
  (backingOff) => sweepSummaries(MAX_PER_ROUND, backingOff),
  sweepConnections,
  sweepExpired,
  forgetOldChanges,
];

/** What a restored copy does: the rest stays in its rows, and is found once it goes on. */
const WHILE_PAUSED: readonly Step[] = [sweepMatchRuns, sweepUndos];

/**
 * Finds work that no worker has: written but never enqueued, left by a worker that crashed, or due after a pause of its
 * row. The rows are the truth; the queue delivers and retries. A step that fails does not stop the others.
 * @throws AggregateError at the end, with what failed.
 */
export function sweep(): Promise<void> {
  return take(SOON);
}

/** Finds daily work that is due, missed days included, and deletes expired rows. */
export function sweepDaily(): Promise<void> {
  return take(DAILY);
}

async function take(steps: readonly Step[]): Promise<void> {
  const errors: unknown[] = [];
  // Taken ones first: a job that fails meanwhile backs off by then.
  const backingOff = [...takenKeys(), ...(await keysBackingOff())];
  const paused = await isPaused();
  const due = paused ? steps.filter((step) => WHILE_PAUSED.includes(step)) : steps;
  for (const step of due) await step(backingOff).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, "Some steps of the sweep failed");
}

/** Few rows, however many there are of all companies: always by an index. */
async function due<Row extends object>(statement: Prisma.Sql): Promise<Row[]> {
  const byIndex = Prisma.sql`SELECT set_config('enable_seqscan', 'off', true)`;
  const [, rows] = await queryPrepared<[object, Row]>("jobs", byIndex, statement);
  return rows;
}

async function sweepSyncs(backingOff: Keys): Promise<void> {
  const rows = await due<{ company_id: string; id: string }>(Prisma.sql`
    SELECT company_id, id FROM sync_runs r
    WHERE ${isClaimable(LEASES.sync)}
      AND ${isRequeuable("sync", backingOff, { companyId: Prisma.sql`r.company_id`, rowId: Prisma.sql`r.id` })}
    LIMIT ${MAX_PER_ROUND}`);
  for (const row of rows) await requeue("sync", { companyId: row.company_id, runId: row.id });
}

async function sweepAutoMatches(backingOff: Keys): Promise<void> {
  const rows = await due<{ id: string }>(Prisma.sql`
    SELECT id FROM companies c
    WHERE match_requested_at > coalesce(matched_at, '-infinity')
      AND ${isRequeuable("auto-match", backingOff, { companyId: Prisma.sql`c.id` })}
    LIMIT ${MAX_PER_ROUND}`);
  for (const row of rows) await requeue("auto-match", { companyId: row.id });
}

async function sweepMatchRuns(backingOff: Keys): Promise<void> {
  const rows = await due<{ company_id: string; id: string }>(Prisma.sql`
    SELECT company_id, id FROM match_runs r
    WHERE ${isClaimable(LEASES["match-run"])}
      AND ${isRequeuable("match-run", backingOff, { companyId: Prisma.sql`r.company_id`, rowId: Prisma.sql`r.id` })}
    LIMIT ${MAX_PER_ROUND}`);
  for (const row of rows) await requeue("match-run", { companyId: row.company_id, runId: row.id });
}

async function sweepPostings(backingOff: Keys): Promise<void> {
  const rows = await due<{ company_id: string; id: string }>(Prisma.sql`
    SELECT company_id, id FROM postings p
    WHERE ${isClaimable(LEASES.post)}
      AND ${isRequeuable("post", backingOff, { companyId: Prisma.sql`p.company_id`, rowId: Prisma.sql`p.id` })}
    ORDER BY next_attempt_at LIMIT ${MAX_PER_ROUND}`);
  for (const row of rows) await requeue("post", { companyId: row.company_id, postingId: row.id });
}

/** Whose process died in the middle: what the ledger has lost, a sync finds out. */
async function sweepUndos(): Promise<void> {
  const rows = await due<{ company_id: string; id: string }>(Prisma.sql`
    SELECT company_id, id FROM postings WHERE ${isAbandonedUndo} LIMIT ${MAX_PER_ROUND}`);
  for (const { company_id, id } of rows) {
    await db(systemContext(company_id)).$executeRaw`
      UPDATE postings SET state = coalesce(undoing_from, 'posted'), undoing_from = NULL
      WHERE company_id = ${company_id}::uuid AND id = ${id}::uuid AND ${isAbandonedUndo}`;
  }
}

async function sweepMails(): Promise<void> {
  const rows = await due<{ id: string }>(Prisma.sql`
    SELECT id FROM mails
    WHERE ${MAIL_LEASE.waiting}
    ORDER BY next_attempt_at LIMIT ${MAX_PER_ROUND}`);
  for (const row of rows) await requeue("mail", { mailId: row.id });
}

/** Starts the daily syncs that are due, including those missed while no worker ran. */
export async function sweepDailySyncs(atOnce: number, at = new Date()): Promise<void> {
  for (const due of await dueDailySyncs(at, atOnce)) {
    await startDailySync(systemContext(due.companyId), due).catch((error: unknown) =>
      // One company's failure must not stop the others.
      log().error({ integrationId: due.integrationId, error }, "daily sync not started"),
    );
  }
}

/** Finds the companies with webhooks to send. */
async function sweepDeliveries(backingOff: Keys): Promise<void> {
  const rows = await due<{ company_id: string }>(Prisma.sql`
    SELECT DISTINCT e.company_id FROM webhook_endpoints e
    WHERE ${hasDueDeliveries} AND ${isRequeuable("webhooks", backingOff, { companyId: Prisma.sql`e.company_id` })}
    LIMIT ${MAX_PER_ROUND}`);
  for (const row of rows) await requeue("webhooks", { companyId: row.company_id });
}

/** Finds the mails that collected long enough. */
async function sweepNotificationMails(at: number, backingOff: readonly string[]): Promise<void> {
  const [rows] = await queryPrepared<[{ company_id: string }]>(
    "jobs",
    Prisma.sql`
    SELECT DISTINCT company_id FROM notification_mails m WHERE due_at <= now()
      AND ${isRequeuable("notification-mails", backingOff, { companyId: Prisma.sql`m.company_id` })}
    LIMIT ${at}`,
  );
  for (const row of rows) await requeue("notification-mails", { companyId: row.company_id });
}

/** Finds the summaries of the week, on Monday mornings: each company's, and those over all of a reader's companies. */
async function sweepSummaries(at: number, backingOff: readonly string[]): Promise<void> {
  await sweepCompanies(at, backingOff);
  await sweepReaders(at, backingOff);
}

async function sweepCompanies(at: number, backingOff: readonly string[]): Promise<void> {
  const due = await dueSummaries(new Date());
  if (due.length === 0) return;
  const [waiting] = await queryPrepared<[{ id: string }]>(
    "jobs",
    Prisma.sql`
    SELECT c.id FROM companies c WHERE c.id = ANY (${due}::uuid[])
      AND ${isRequeuable("weekly-summary", backingOff, { companyId: Prisma.sql`c.id` })}
    LIMIT ${at}`,
  );
  for (const { id } of waiting) await requeue("weekly-summary", { companyId: id });
}

async function sweepReaders(at: number, backingOff: readonly string[]): Promise<void> {
  const isBackingOff = new Set(backingOff);
  const due = (await dueReaders(new Date()))
    .map((userId) => ({ userId }))
    .filter((data) => !isBackingOff.has(singletonKey("companies-summary", data)));
  for (const data of due.slice(0, at)) await requeue("companies-summary", data);
}

/** Starts the syncs that webhooks requested. */
export async function sweepWebhooks(atOnce: number): Promise<void> {
  for (const { companyId, integrationId } of await dueSyncRequests(atOnce)) {
    await startRequestedSync(systemContext(companyId), integrationId);
  }
}
