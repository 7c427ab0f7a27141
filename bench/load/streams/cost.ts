import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { databaseUrl } from "../../database";

/** What a process does in a second. */
export interface Cost {
  /** Transactions that PostgreSQL committed. */
  transactions: number;
  /** Processor time of the web process, in milliseconds. */
  web: number;
  /** Processor time of PostgreSQL's connections, in milliseconds. */
  database: number;
}

/** Clock ticks of /proc/…/stat in a second: 100 on every Linux. */
const TICKS = 100;

/** Measures the web process `pid` and PostgreSQL for some seconds. Linux only. */
export async function costOf(pid: number, seconds: number): Promise<Cost> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    const started = performance.now();
    const before = await snapshot(client, pid);
    await sleep(seconds * 1_000);
    const after = await snapshot(client, pid);
    const elapsed = (performance.now() - started) / 1_000;
    let database = 0;
    for (const [backend, ms] of after.backends) {
      database += ms - (before.backends.get(backend) ?? 0);
    }
    return {
      transactions: (after.transactions - before.transactions) / elapsed,
      web: (after.web - before.web) / elapsed,
      database: database / elapsed,
    };
  } finally {
    await client.end();
  }
}

async function snapshot(client: pg.Client, pid: number) {
  const { rows: counts } = await client.query<{ n: string }>(
    "SELECT sum(xact_commit)::text AS n FROM pg_stat_database",
  );
  const { rows } = await client.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
  );
  const backends = new Map<number, number>();
  for (const { pid: backend } of rows) backends.set(backend, await processorMs(backend));
  return { transactions: Number(counts[0]?.n), web: await processorMs(pid), backends };
}

async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name, in brackets, may have spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 1_000) / TICKS;
}

/** One check of a session and its membership, as an open stream makes it, in milliseconds. */
export interface Check {
  elapsed: number;
  /** Of this process. */
  processor: number;
}

const TIMES = 10;
/** Of 300 pages, each of which looks every 15 seconds. */
export const CHECKED_TOGETHER = 20;
const CONTEXT = { requestId: "bench", ipAddress: "127.0.0.1", userAgent: "bench" };

/** Checks all tokens, {@link CHECKED_TOGETHER} at a time, after a first time to warm up. */
export async function measureChecks(tokens: readonly string[]): Promise<Check> {
  const { authenticate } = await import("@/server/accounts/sessions");
  const checkAll = async () => {
    const options = { unattended: true, isRecheck: true };
    for (let first = 0; first < tokens.length; first += CHECKED_TOGETHER) {
      await Promise.all(
        tokens
          .slice(first, first + CHECKED_TOGETHER)
          .map((authorization) =>
            authenticate(CONTEXT, { authorization, companyId: null }, options),
          ),
      );
    }
  };
  await checkAll();
  const started = performance.now();
  const before = process.cpuUsage();
  for (let time = 0; time < TIMES; time += 1) await checkAll();
  const { user, system } = process.cpuUsage(before);
  const checks = TIMES * tokens.length;
  return {
    elapsed: (performance.now() - started) / checks,
    processor: (user + system) / 1_000 / checks,
  };
}
