import { Prisma } from "@/generated/prisma/client";
import { db } from "@/server/db";
import { MATCH_RUN_LEASE_SECONDS } from "@/server/matches/match-run-claim";
import { POSTING_LEASE_SECONDS } from "@/server/posting/claim-posting";
import { LEASE_SECONDS } from "@/server/sync/run-claim";
import { enqueue } from "./enqueue";
import { notHeldBack } from "./held-back";
import { sweepConnections } from "./sweep-connections";
import { sweepDailySyncs } from "./sweep-daily-syncs";
import { sweepExpired } from "./sweep-expired";
import { sweepNotifications } from "./sweep-notifications";
import { sweepWebhooks } from "./sweep-webhooks";

/** A limit per round; the next one comes within seconds. */
const AT_ONCE = 200;

const STEPS = [
  sweepSyncs,
  sweepAutoMatches,
  sweepMatchRuns,
  sweepPostings,
  sweepMails,
  () => sweepDailySyncs(AT_ONCE),
  () => sweepWebhooks(AT_ONCE),
  () => sweepNotifications(AT_ONCE),
  sweepConnections,
  sweepExpired,
];

/**
 * Finds work that nobody is doing: written but never enqueued, left by a worker that died, due again
 * after a pause, or due once a day. The rows are the truth; the queue only speeds things up. A step that
 * fails keeps none of the others from it.
 * @throws AggregateError at the end, with what failed.
 */
export async function sweep(): Promise<void> {
  const errors: unknown[] = [];
  for (const step of STEPS) await step().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, "Some steps of the sweep failed");
}

async function sweepSyncs(): Promise<void> {
  const rows = await db("jobs").$queryRaw<{ company_id: string; id: string }[]>`
    SELECT company_id, id FROM sync_runs r
    WHERE (state = 'queued'
      OR (state = 'running' AND heartbeat_at < now() - make_interval(secs => ${LEASE_SECONDS})))
      AND ${notHeldBack("sync", Prisma.sql`r.company_id`, Prisma.sql`r.id`)}
    LIMIT ${AT_ONCE}`;
  for (const row of rows) await enqueue("sync", { companyId: row.company_id, runId: row.id });
}

async function sweepAutoMatches(): Promise<void> {
  const rows = await db("jobs").$queryRaw<{ id: string }[]>`
    SELECT id FROM companies c
    WHERE match_requested_at > coalesce(matched_at, '-infinity')
      AND ${notHeldBack("auto-match", Prisma.sql`c.id`, Prisma.sql`c.id`)}
    LIMIT ${AT_ONCE}`;
  for (const row of rows) await enqueue("auto-match", { companyId: row.id });
}

async function sweepMatchRuns(): Promise<void> {
  const rows = await db("jobs").$queryRaw<{ company_id: string; id: string }[]>`
    SELECT company_id, id FROM match_runs r
    WHERE (state = 'queued' OR (state = 'running'
      AND heartbeat_at < now() - make_interval(secs => ${MATCH_RUN_LEASE_SECONDS})))
      AND ${notHeldBack("match-run", Prisma.sql`r.company_id`, Prisma.sql`r.id`)}
    LIMIT ${AT_ONCE}`;
  for (const row of rows) await enqueue("match-run", { companyId: row.company_id, runId: row.id });
}

async function sweepPostings(): Promise<void> {
  const rows = await db("jobs").$queryRaw<{ company_id: string; id: string }[]>`
    SELECT company_id, id FROM postings p
    WHERE ((state = 'queued' AND next_attempt_at <= now())
      OR (state = 'sending'
        AND heartbeat_at < now() - make_interval(secs => ${POSTING_LEASE_SECONDS})))
      AND ${notHeldBack("post", Prisma.sql`p.company_id`, Prisma.sql`p.id`)}
    ORDER BY next_attempt_at LIMIT ${AT_ONCE}`;
  for (const row of rows) await enqueue("post", { companyId: row.company_id, postingId: row.id });
}

async function sweepMails(): Promise<void> {
  const rows = await db("jobs").$queryRaw<{ id: string }[]>`
    SELECT id FROM mails
    WHERE next_attempt_at <= now() AND expires_at > now()
    ORDER BY next_attempt_at LIMIT ${AT_ONCE}`;
  for (const row of rows) await enqueue("mail", { mailId: row.id });
}
