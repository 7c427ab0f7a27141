import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** Of requests and provider calls, in seconds. */
const CALL_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** A first sync reads for minutes. */
const JOB_BUCKETS = [0.05, 0.25, 1, 5, 15, 60, 300, 900, 3600];

// As server/db.ts: several copies of this module, one set of numbers.
const kept = globalThis as typeof globalThis & { depositMatcherMetrics?: Metrics };

export type Metrics = ReturnType<typeof open>;

/** The numbers of this process. Nothing in them names a company, a person or an amount. */
export function metrics(): Metrics {
  kept.depositMatcherMetrics ??= open();
  return kept.depositMatcherMetrics;
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
      help: "API requests by path pattern, until their answer begins",
      labelNames: ["method", "route", "status"],
      buckets: CALL_BUCKETS,
      registers,
    }),
    providerCalls: new Histogram({
      name: "deposit_matcher_provider_call_duration_seconds",
      help: "Calls to providers, each try by itself",
      labelNames: ["provider", "operation", "outcome"],
      buckets: CALL_BUCKETS,
      registers,
    }),
    jobs: new Histogram({
      name: "deposit_matcher_job_duration_seconds",
      help: "Jobs that this process has worked on",
      labelNames: ["job", "outcome"],
      buckets: JOB_BUCKETS,
      registers,
    }),
    poolConnections: gauge("database_pool_connections", "Database connections of this process", [
      "pool",
      "state",
    ]),
    poolWaiting: gauge("database_pool_waiting", "Callers that wait for a database connection", [
      "pool",
    ]),
    databaseUp: gauge("database_up", "1 when the rows could be read for this answer", []),
    // The rest is read from the rows: every process tells the same.
    queueDepth: gauge("queue_jobs", "Work that is due and that nobody has taken", ["job"]),
    queueAge: gauge("queue_oldest_job_seconds", "For how long the oldest of it has been due", [
      "job",
    ]),
    postings: gauge("postings", "Postings by state", ["state"]),
    syncRuns: gauge("sync_runs", "Syncs by state", ["state"]),
    parkedJobs: gauge("parked_jobs", "Jobs that gave up, for a person to look at", ["job"]),
  };
}
