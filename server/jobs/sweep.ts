import { systemContext } from "@/server/auth/company-id";
import { db } from "@/server/db";
import { MATCH_RUN_LEASE_SECONDS } from "@/server/matches/match-run-claim";
import { POSTING_LEASE_SECONDS } from "@/server/posting/claim-posting";
import { LEASE_SECONDS } from "@/server/sync/run-claim";
import { startSync } from "@/server/sync/start-sync";
import { enqueue } from "./enqueue";
import { sweepExpired } from "./sweep-expired";
import { sweepNotifications } from "./sweep-notifications";

/** A limit per round; the next one comes within seconds. */
const AT_ONCE = 200;

/**
 * Finds work that nobody is doing: written but never enqueued, left by a worker that died, due again
 * after a pause, or due once a day. The rows are the truth; the queue only speeds things up.
 */
export async function sweep(): Promise<void> {
  await sweepSyncs();
  await sweepAutoMatches();
  await sweepMatchRuns();
  await sweepPostings();
  await sweepMails();
  await startDailySyncs();
  await sweepNotifications(AT_ONCE);
  await sweepExpired();
}

async function sweepSyncs(): Promise<void> {
  const rows = await db("jobs").$queryRaw<{ company_id: string; id: string }[]>`
    SELECT company_id, id FROM sync_runs
    WHERE state = 'queued'
      OR (state = 'running' AND heartbeat_at < now() - make_interval(secs => ${LEASE_SECONDS}))
    LIMIT ${AT_ONCE}`;
  for (const row of rows) await enqueue("sync", { companyId: row.company_id, runId: row.id });
}

async function sweepAutoMatches(): Promise<void> {
  const rows = await db("jobs").$queryRaw<{ id: string }[]>`
    SELECT id FROM companies
    WHERE match_requested_at > coalesce(matched_at, '-infinity') LIMIT ${AT_ONCE}`;
  for (const row of rows) await enqueue("auto-match", { companyId: row.id });
}

async function sweepMatchRuns(): Promise<void> {
  const rows = await db("jobs").$queryRaw<{ company_id: string; id: string }[]>`
    SELECT company_id, id FROM match_runs
    WHERE state = 'queued' OR (state = 'running'
      AND heartbeat_at < now() - make_interval(secs => ${MATCH_RUN_LEASE_SECONDS}))
    LIMIT ${AT_ONCE}`;
  for (const row of rows) await enqueue("match-run", { companyId: row.company_id, runId: row.id });
}

async function sweepPostings(): Promise<void> {
  const rows = await db("jobs").$queryRaw<{ company_id: string; id: string }[]>`
    SELECT company_id, id FROM postings
    WHERE (state = 'queued' AND next_attempt_at <= now())
      OR (state = 'sending'
        AND heartbeat_at < now() - make_interval(secs => ${POSTING_LEASE_SECONDS}))
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

/** Once a day for companies that want it; one that failed today waits until tomorrow. */
async function startDailySyncs(): Promise<void> {
  const rows = await db("jobs").$queryRaw<{ company_id: string; id: string }[]>`
    SELECT i.company_id, i.id FROM integrations i
    JOIN company_settings s ON s.company_id = i.company_id AND s.daily_sync
    WHERE i.status = 'connected' AND i.last_synced_at < now() - interval '1 day'
      AND NOT EXISTS (SELECT 1 FROM sync_runs r WHERE r.company_id = i.company_id
        AND r.integration_id = i.id AND r.created_at > now() - interval '1 day')
    LIMIT ${AT_ONCE}`;
  for (const row of rows) {
    await startSync(systemContext(row.company_id), { integrationId: row.id, trigger: "daily" });
  }
}
