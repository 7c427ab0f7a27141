import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { singleton } from "@/server/platform/singleton";

/** Buckets for requests and provider calls, in seconds. */
const CALL_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** A first sync takes minutes. */
const JOB_BUCKETS = [0.05, 0.25, 1, 5, 15, 60, 300, 900, 3600];

export type Metrics = ReturnType<typeof open>;

/** The metrics of this process. No label contains a name, a user or an amount; a company is named by its id. */
export function metrics(): Metrics {
  return singleton("metrics", open);
}

function open() {
  const registry = new Registry();
  // Processor, memory, event loop lag, garbage collection, open handles.
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const gauge = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Gauge({ name: `deposit_matcher_${name}`, help, labelNames, registers });
  return {
    registry,
    requests: new Histogram({
      name: "deposit_matcher_http_request_duration_seconds",
      help: "API requests by path pattern, until the response starts",
      labelNames: ["method", "route", "status"],
      buckets: CALL_BUCKETS,
      registers,
    }),
    providerCalls: new Histogram({
      name: "deposit_matcher_provider_call_duration_seconds",
      help: "Calls to providers, one per attempt",
      labelNames: ["provider", "operation", "outcome"],
      buckets: CALL_BUCKETS,
      registers,
    }),
    jobs: new Histogram({
      name: "deposit_matcher_job_duration_seconds",
      help: "Jobs run by this process",
      labelNames: ["job", "outcome"],
      buckets: JOB_BUCKETS,
      registers,
    }),
    poolConnections: gauge("database_pool_connections", "Database connections of this process", [
      "pool",
      "state",
    ]),
    poolWaiting: gauge("database_pool_waiting", "Callers waiting for a database connection", [
      "pool",
    ]),
    buildInfo: gauge("build_info", "1, with what the program was built from", [
      "version",
      "commit",
    ]),
    diskFree: gauge("disk_free_bytes", "Space left on the disk of DATA_DIR", []),
    databaseUp: gauge("database_up", "1 if the database could be read for this scrape", []),
    // The rest is read from the rows: every process reports the same.
    queueDepth: gauge("queue_jobs", "Due jobs not yet claimed", ["job"]),
    queueAge: gauge("queue_oldest_job_seconds", "Age of the oldest due job", ["job"]),
    quickbooksReads: gauge(
      "quickbooks_reads",
      "Reads at QuickBooks this calendar month (UTC), and those that Intuit grants",
      ["of"],
    ),
    quickbooksCompanyReads: gauge(
      "quickbooks_company_reads",
      "The same of the twenty companies that read most, by their ids",
      ["company"],
    ),
    quickbooksRefusing: gauge(
      "quickbooks_reads_refused_seconds",
      "For how long QuickBooks has refused every read; 0 while it answers",
      [],
    ),
    workerLastSeen: gauge(
      "worker_last_seen_seconds",
      "For how long no worker has been there: a few seconds while one is",
      [],
    ),
    backupAge: gauge(
      "last_backup_seconds",
      "Age of the newest good backup; of the installation, where there is none",
      [],
    ),
    backupTestAge: gauge(
      "last_backup_test_seconds",
      "How long ago a backup was last restored on trial and found in order; since the installation, where none was",
      [],
    ),
    postings: gauge("postings", "Postings by state", ["state"]),
    syncRuns: gauge("sync_runs", "Syncs by state", ["state"]),
    integrations: gauge("integrations", "Connections to providers by state", ["provider", "state"]),
    sealedValues: gauge(
      "sealed_values",
      "Sealed credentials and two-factor secrets, by whether APP_SECRET opens them",
      ["readable"],
    ),
    failedJobs: gauge("failed_jobs", "Jobs that stopped retrying and need attention", ["job"]),
  };
}
