import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { databaseUrl } from "../database";

/** Jobs that users requested, by outcome. */
export interface JobCounts {
  syncs: number;
  bulkMatches: number;
  /** Sent to QuickBooks, or on hold until the company has chosen a bank account. */
  postings: number;
  failed: number;
}

const POLL_MS = 250;
const QUIET_WITHIN_MS = 180_000;

async function one<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(sql, values);
    return rows[0];
  } finally {
    await client.end();
  }
}

/** Jobs that ended after `since`. */
export async function jobsDone(since: Date): Promise<JobCounts> {
  const counts = await one<JobCounts>(
    `SELECT
      (SELECT count(*)::int FROM sync_runs WHERE state = 'succeeded' AND finished_at >= $1) AS syncs,
      (SELECT count(*)::int FROM match_runs WHERE state = 'succeeded' AND finished_at >= $1) AS "bulkMatches",
      (SELECT count(*)::int FROM postings WHERE state IN ('posted', 'blocked')
        AND coalesce(posted_at, heartbeat_at) >= $1) AS postings,
      (SELECT count(*)::int FROM sync_runs WHERE state = 'failed' AND finished_at >= $1)
        + (SELECT count(*)::int FROM match_runs WHERE state = 'failed' AND finished_at >= $1)
        + (SELECT count(*)::int FROM postings WHERE state = 'failed')
        + (SELECT count(*)::int FROM job_failures) AS failed`,
    [since],
  );
  if (!counts) throw new Error("nothing was counted");
  return counts;
}

/** Waits until no job is left. @returns the time that took, in milliseconds */
export async function untilQuiet(): Promise<number> {
  const started = performance.now();
  for (;;) {
    const row = await one<{ left: number }>(
      `SELECT (SELECT count(*) FROM sync_runs WHERE state IN ('queued', 'running'))::int
        + (SELECT count(*) FROM match_runs WHERE state IN ('queued', 'running'))::int
        + (SELECT count(*) FROM postings WHERE state IN ('queued', 'sending'))::int
        + (SELECT count(*) FROM companies
            WHERE match_requested_at > coalesce(matched_at, '-infinity'))::int AS left`,
    );
    if (row?.left === 0) return performance.now() - started;
    if (performance.now() - started > QUIET_WITHIN_MS) {
      throw new Error(`${row?.left} jobs are not done after ${QUIET_WITHIN_MS / 1000} s.`);
    }
    await sleep(POLL_MS);
  }
}

/** How often each of these payouts is in the books: as a deposit, and as a live posted posting. */
export async function postedOnce(payouts: readonly string[]): Promise<number> {
  const row = await one<{ once: number }>(
    `SELECT count(*)::int AS once FROM unnest($1::text[]) payout
      WHERE (SELECT count(*) FROM postings p JOIN deposits d ON d.company_id = p.company_id AND d.id = p.deposit_id
        WHERE d.provider_id = payout AND p.state = 'posted') = 1`,
    [payouts],
  );
  return row?.once ?? 0;
}

export interface TableSize {
  name: string;
  rows: number;
  tableBytes: number;
  indexBytes: number;
}

/** The largest tables, including the queue's. */
export async function largestTables(most: number): Promise<TableSize[]> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    const { rows } = await client.query<TableSize>(
      `SELECT relname AS name, n_live_tup::float8 AS rows, pg_table_size(relid)::float8 AS "tableBytes",
        pg_indexes_size(relid)::float8 AS "indexBytes"
        FROM pg_stat_user_tables ORDER BY pg_total_relation_size(relid) DESC LIMIT $1`,
      [most],
    );
    return rows;
  } finally {
    await client.end();
  }
}
