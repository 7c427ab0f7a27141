import { Prisma } from "@/generated/prisma/client";
import { PostingState } from "@/generated/prisma/enums";
import { RUN_STATES } from "@/lib/constants/runs";
import { within } from "@/lib/within";
import { countReadable } from "@/server/platform/crypto/keyring";
import { isBearer } from "@/server/platform/crypto/tokens";
import { openPools } from "@/server/platform/db";
import { dataDisk } from "@/server/platform/disk";
import { getEnv } from "@/server/platform/env";
import { readBackups } from "@/server/platform/last-backup";
import { log } from "@/server/platform/logger";
import { queryPrepared } from "@/server/platform/prepared-queries";
import { LEASES, MAIL_LEASE, secondsWithoutWorker } from "@/server/platform/queue/claims";
import { isRequeuable, keysBackingOff } from "@/server/platform/queue/enqueue";
import { singleton } from "@/server/platform/singleton";
import { type Metrics, metrics } from "./metrics";

/** The metrics in Prometheus' text format, or the refusal. */
type Scrape =
  | { status: 200; type: string; text: string }
  | { status: 401 | 404; type: "text/plain; charset=utf-8"; text: string };

/**
 * The metrics of this process and of the rows, with METRICS_TOKEN as bearer token: 401 without it, 404 where
 * none is set.
 */
export async function scrape(authorization: string | null | undefined): Promise<Scrape> {
  if (getEnv().METRICS_TOKEN === undefined) return refusal(404, "Not found\n");
  if (!hasMetricsToken(authorization)) return refusal(401, "A bearer token is needed\n");
  const numbers = metrics();
  const { version, commit } = getEnv();
  numbers.buildInfo.set({ version, commit }, 1);
  setPoolGauges(numbers);
  numbers.diskFree.reset();
  const disk = await dataDisk();
  if (disk) numbers.diskFree.set(disk.freeBytes);
  await setRowGauges(numbers);
  const { registry } = numbers;
  return { status: 200, type: registry.contentType, text: await registry.metrics() };
}

/** Whether a request has METRICS_TOKEN as its bearer token. Always false when none is set. */
export function hasMetricsToken(authorization: string | null | undefined): boolean {
  const token = getEnv().METRICS_TOKEN;
  return token !== undefined && isBearer(authorization ?? "", token);
}

function refusal(status: 401 | 404, text: string): Scrape {
  return { status, type: "text/plain; charset=utf-8", text };
}

function setPoolGauges({ poolConnections, poolWaiting }: Metrics): void {
  for (const [pool, counts] of Object.entries(openPools())) {
    poolConnections.set({ pool, state: "idle" }, counts.idleCount);
    poolConnections.set({ pool, state: "busy" }, counts.totalCount - counts.idleCount);
    poolWaiting.set({ pool }, counts.waitingCount);
  }
}

/** Several scrapers, and frequent ones, share one read. */
const KEPT_MS = 5_000;
/** Only the companies that read most: a series for each would be too many. */
const NAMED_COMPANIES = 20;
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
interface Connections {
  provider: string;
  state: string;
  count: number;
}
interface Reads {
  count: number;
  refused: number;
}
type State = Awaited<ReturnType<typeof read>>;

const kept = singleton("rows state", (): { last?: { at: number; state: Promise<State> } } => ({}));

/** Sets the gauges from the rows; without the database they are empty rather than outdated. */
async function setRowGauges(gauges: Metrics): Promise<void> {
  const { queueDepth, queueAge, postings, syncRuns, failedJobs, databaseUp } = gauges;
  const { quickbooksReads, quickbooksCompanyReads, quickbooksRefusing, sealedValues } = gauges;
  const { integrations, workerLastSeen } = gauges;
  const ofRows = [queueDepth, queueAge, postings, syncRuns, failedJobs, integrations];
  const ofReads = [quickbooksReads, quickbooksCompanyReads, quickbooksRefusing];
  for (const each of [...ofRows, ...ofReads, workerLastSeen, sealedValues]) each.reset();
  // Unlike 0, no age at all.
  for (const each of [gauges.backupAge, gauges.backupTestAge]) each.set(Number.NaN);
  try {
    const { rows, secrets } = await within(READ_WITHIN_MS, recentState());
    const [due, postingStates, syncStates, failed, [read], companies, connections] = rows;
    sealedValues.set({ readable: "true" }, secrets.readable);
    sealedValues.set({ readable: "false" }, secrets.sealed - secrets.readable);
    for (const { job, jobs, oldest } of due) {
      queueDepth.set({ job }, jobs);
      queueAge.set({ job }, oldest);
    }
    for (const state of Object.values(PostingState)) postings.set({ state }, 0);
    for (const state of RUN_STATES) syncRuns.set({ state }, 0);
    for (const { label, count } of postingStates) postings.set({ state: label }, count);
    for (const { label, count } of syncStates) syncRuns.set({ state: label }, count);
    for (const { label, count } of failed) failedJobs.set({ job: label }, count);
    for (const { count, ...labels } of connections) gauges.integrations.set(labels, count);
    quickbooksReads.set({ of: "month" }, read?.count ?? 0);
    quickbooksReads.set({ of: "allowance" }, getEnv().QUICKBOOKS_MONTHLY_READS);
    for (const { label: company, count } of companies)
      quickbooksCompanyReads.set({ company }, count);
    quickbooksRefusing.set(read?.refused ?? 0);
    gauges.workerLastSeen.set(await secondsWithoutWorker());
    const { good, testedAt, since } = await readBackups();
    gauges.backupAge.set((Date.now() - (good?.at ?? since)) / 1000);
    gauges.backupTestAge.set((Date.now() - (testedAt ?? since)) / 1000);
    databaseUp.set(1);
  } catch (error) {
    databaseUp.set(0);
    log().warn({ error }, "metrics written without the database");
  }
}

function recentState(): Promise<State> {
  const now = performance.now();
  const last = kept.last;
  if (last && now - last.at < KEPT_MS) return last.state;
  const state = read();
  kept.last = { at: now, state };
  state.catch(() => delete kept.last);
  return state;
}

/** What the sweep would find, counted: the same conditions, by the same indexes. */
async function read() {
  const [rows, secrets] = await Promise.all([readRows(), countReadable()]);
  return { rows, secrets };
}

async function readRows() {
  const backingOff = await keysBackingOff();
  return queryPrepared<[Due, Counted, Counted, Counted, Reads, Counted, Connections]>(
    "jobs",
    Prisma.sql`
      SELECT 'sync' AS job, ${howMuch(Prisma.sql`created_at`)} FROM sync_runs r
      WHERE ${LEASES.sync.waiting} AND ${isRequeuable("sync", backingOff, { companyId: Prisma.sql`r.company_id`, rowId: Prisma.sql`r.id` })}
      UNION ALL
      SELECT 'match-run', ${howMuch(Prisma.sql`created_at`)} FROM match_runs r
      WHERE ${LEASES["match-run"].waiting}
        AND ${isRequeuable("match-run", backingOff, { companyId: Prisma.sql`r.company_id`, rowId: Prisma.sql`r.id` })}
      UNION ALL
      SELECT 'auto-match', ${howMuch(Prisma.sql`match_requested_at`)} FROM companies c
      WHERE match_requested_at > coalesce(matched_at, '-infinity')
        AND ${isRequeuable("auto-match", backingOff, { companyId: Prisma.sql`c.id` })}
      UNION ALL
      SELECT 'post', ${howMuch(Prisma.sql`next_attempt_at`)} FROM postings p
      WHERE ${LEASES.post.waiting}
        AND ${isRequeuable("post", backingOff, { companyId: Prisma.sql`p.company_id`, rowId: Prisma.sql`p.id` })}
      UNION ALL
      SELECT 'mail', ${howMuch(Prisma.sql`next_attempt_at`)} FROM mails
      WHERE ${MAIL_LEASE.waiting}`,
    Prisma.sql`SELECT state::text AS label, count(*)::int AS count FROM postings GROUP BY state`,
    Prisma.sql`SELECT state::text AS label, count(*)::int AS count FROM sync_runs GROUP BY state`,
    Prisma.sql`SELECT job AS label, count(*)::int AS count FROM job_failures GROUP BY job`,
    Prisma.sql`SELECT reads AS count,
      coalesce(extract(epoch FROM now() - refused_since), 0)::float8 AS refused FROM monthly_reads
      WHERE app = ${getEnv().QUICKBOOKS_CLIENT_ID ?? ""}
        AND month = date_trunc('month', now() AT TIME ZONE 'UTC')::date`,
    Prisma.sql`SELECT company::text AS label, reads AS count FROM company_reads
      WHERE app = ${getEnv().QUICKBOOKS_CLIENT_ID ?? ""}
        AND month = date_trunc('month', now() AT TIME ZONE 'UTC')::date
      ORDER BY reads DESC, company LIMIT ${NAMED_COMPANIES}`,
    Prisma.sql`SELECT provider::text, status::text AS state, count(*)::int AS count
      FROM integrations GROUP BY provider, status`,
  );
}

function howMuch(since: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`count(*)::int AS jobs,
    coalesce(extract(epoch FROM now() - min(${since})), 0)::float8 AS oldest`;
}
