import { Prisma } from "@/generated/prisma/client";
import { systemContext } from "@/server/platform/company-id";
import { db } from "@/server/platform/db";
import { readRows } from "@/server/platform/read-rows";
import { isRequeuable, keysBackingOff } from "@/server/platform/queue/backing-off";
import { requeue } from "@/server/platform/queue/enqueue";
import { isAbandonedUndo, isClaimable, LEASES, MAIL_LEASE } from "@/server/platform/queue/leases";
import { takenKeys } from "@/server/platform/queue/queue";
import { sweepConnections } from "./sweep-connections";
import { sweepDailySyncs } from "./sweep-daily-syncs";
import { sweepExpired } from "./sweep-expired";
import { sweepNotificationMails, sweepSummaries } from "./sweep-notifications";
import { sweepWebhooks } from "./sweep-webhooks";

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
  (backingOff) => sweepNotificationMails(MAX_PER_ROUND, backingOff),
];

/** Daily work, and expired rows. */
const DAILY: readonly Step[] = [
  () => sweepDailySyncs(MAX_PER_ROUND),
  (backingOff) => sweepSummaries(MAX_PER_ROUND, backingOff),
  sweepConnections,
  sweepExpired,
];

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
  for (const step of steps) await step(backingOff).catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, "Some steps of the sweep failed");
}

async function due<Row extends object>(statement: Prisma.Sql): Promise<Row[]> {
  const [rows] = await readRows<[Row]>("jobs", statement);
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

/** Whose process died in the middle: what QuickBooks has lost, a sync finds out. */
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
