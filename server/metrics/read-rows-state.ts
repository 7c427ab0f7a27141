import { Prisma } from "@/generated/prisma/client";
import { PostingState, SyncRunState } from "@/generated/prisma/enums";
import { within } from "@/lib/within";
import { notHeldBack } from "@/server/jobs/held-back";
import { log } from "@/server/logger";
import { readRows } from "@/server/read-rows";
import type { Metrics } from "./metrics";

/** Several scrapers, and scrapers in a hurry, ask the database once. */
const KEPT_MS = 5_000;
const READ_WITHIN_MS = 4_000;

interface Due {
  job: string;
  jobs: number;
  oldest: number;
}
interface Counted {
  label: string;
  count: number;
}
type State = Awaited<ReturnType<typeof read>>;

// As server/db.ts: several copies of this module, one answer.
const kept = globalThis as typeof globalThis & {
  depositMatcherRowsState?: { at: number; state: Promise<State> };
};

/** Puts what the rows say into the gauges; without the database they say nothing rather than old things. */
export async function setRowGauges(gauges: Metrics): Promise<void> {
  const { queueDepth, queueAge, postings, syncRuns, parkedJobs, databaseUp } = gauges;
  for (const each of [queueDepth, queueAge, postings, syncRuns, parkedJobs]) each.reset();
  try {
    const [due, postingStates, syncStates, parked] = await within(READ_WITHIN_MS, recentState());
    for (const { job, jobs, oldest } of due) {
      queueDepth.set({ job }, jobs);
      queueAge.set({ job }, oldest);
    }
    for (const state of Object.values(PostingState)) postings.set({ state }, 0);
    for (const state of Object.values(SyncRunState)) syncRuns.set({ state }, 0);
    for (const { label, count } of postingStates) postings.set({ state: label }, count);
    for (const { label, count } of syncStates) syncRuns.set({ state: label }, count);
    for (const { label, count } of parked) parkedJobs.set({ job: label }, count);
    databaseUp.set(1);
  } catch (error) {
    databaseUp.set(0);
    log().warn({ error }, "metrics without the database");
  }
}

function recentState(): Promise<State> {
  const now = performance.now();
  const last = kept.depositMatcherRowsState;
  if (last && now - last.at < KEPT_MS) return last.state;
  const state = read();
  kept.depositMatcherRowsState = { at: now, state };
  state.catch(() => delete kept.depositMatcherRowsState);
  return state;
}

/** What the sweep would find, counted: the same conditions, by the same indexes. */
function read() {
  return readRows<[Due, Counted, Counted, Counted]>(
    "jobs",
    Prisma.sql`
      SELECT 'sync' AS job, ${howMuch(Prisma.sql`created_at`)} FROM sync_runs r
      WHERE state = 'queued' AND ${notHeldBack("sync", Prisma.sql`r.company_id`, Prisma.sql`r.id`)}
      UNION ALL
      SELECT 'match-run', ${howMuch(Prisma.sql`created_at`)} FROM match_runs r
      WHERE state = 'queued'
        AND ${notHeldBack("match-run", Prisma.sql`r.company_id`, Prisma.sql`r.id`)}
      UNION ALL
      SELECT 'auto-match', ${howMuch(Prisma.sql`match_requested_at`)} FROM companies c
      WHERE match_requested_at > coalesce(matched_at, '-infinity')
        AND ${notHeldBack("auto-match", Prisma.sql`c.id`, Prisma.sql`c.id`)}
      UNION ALL
      SELECT 'post', ${howMuch(Prisma.sql`next_attempt_at`)} FROM postings p
      WHERE state = 'queued' AND next_attempt_at <= now()
        AND ${notHeldBack("post", Prisma.sql`p.company_id`, Prisma.sql`p.id`)}
      UNION ALL
      SELECT 'mail', ${howMuch(Prisma.sql`next_attempt_at`)} FROM mails
      WHERE next_attempt_at <= now() AND expires_at > now()`,
    Prisma.sql`SELECT state::text AS label, count(*)::int AS count FROM postings GROUP BY state`,
    Prisma.sql`SELECT state::text AS label, count(*)::int AS count FROM sync_runs GROUP BY state`,
    Prisma.sql`SELECT job AS label, count(*)::int AS count FROM job_failures
      WHERE dead_at IS NOT NULL GROUP BY job`,
  );
}

function howMuch(since: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`count(*)::int AS jobs,
    coalesce(extract(epoch FROM now() - min(${since})), 0)::float8 AS oldest`;
}
