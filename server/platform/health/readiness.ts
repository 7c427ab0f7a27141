import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readiness } from "@/lib/contracts/system";
import { within } from "@/lib/within";
import { lasting } from "@/server/platform/clock";
import type { SystemScope } from "@/server/platform/context";
import { countReadable } from "@/server/platform/crypto/keyring";
import { type StoredSecrets, unreadableSecrets } from "@/server/platform/crypto/stored-secrets";
import { db } from "@/server/platform/db";
import { checkDisk } from "@/server/platform/disk";
import { getEnv } from "@/server/platform/env";
import { log } from "@/server/platform/logger";
import { hasMetricsToken } from "@/server/platform/metrics/scrape";
import { pingDatabase, queryUnscoped } from "@/server/platform/prepared-queries";
import { singleton } from "@/server/platform/singleton";
import { installationWarnings, startWarnings } from "./installation-warnings";
import { isStopping } from "./stopping";

// What the Health page shows too.
export { dataDisk, diskWarning } from "@/server/platform/disk";
export { describeBackup, describeBackupTest, readBackups } from "@/server/platform/last-backup";
export { addressWarning, clockWarning } from "./installation-warnings";

type Checks = NonNullable<Readiness["checks"]>;

/** Problems that the operator has to fix, in sentences. None of them makes the process unready. */
export function readinessWarnings(): string[] {
  return [...warnings.values()];
}

/** The same about one subject. */
export function warningAbout(subject: string): string | undefined {
  return warnings.get(subject);
}

/** Logs a problem that the operator has to fix, and keeps it, one per subject, until this process ends. */
export function noteWarning(subject: string, sentence: string): void {
  log().warn(sentence);
  warnings.set(subject, sentence);
}

const warnings = singleton("readiness warnings", () => new Map<string, string>());

/** Probes of several load balancers share one check. */
const KEPT_MS = 1_000;
const ANSWER_WITHIN_MS = 2_500;

interface Kept {
  checks?: Promise<Checks>;
  /** The database has matched this program's migrations at least once. */
  hasFitted?: boolean;
  /** What APP_SECRET opens, asked at a moment of this process' clock. */
  secrets?: { found: StoredSecrets; at: number };
}

const kept = singleton("readiness", (): Kept => ({}));

/**
 * Whether this process can take requests: the database responds, has this program's schema and holds the
 * job queue, a connection is free for a request, the disk has space, APP_SECRET opens some of what is sealed, and the process
 * is not stopping. Always resolves within the time limit.
 * What has failed is in the log, and in the answer for the operator alone: the address is public.
 * @param authorization the request's header
 */
export async function checkReadiness(authorization: string | null | undefined): Promise<Readiness> {
  const checks = await recentChecks();
  const isReady = Object.values(checks).every((check) => check === "ok");
  const status = isStopping() ? "stopping" : isReady ? "ok" : "unavailable";
  const version = getEnv().versionName;
  if (!hasMetricsToken(authorization)) return { status, version };
  return { status, version, checks, warnings: [...readinessWarnings(), ...(await nowWarnings())] };
}

/** `GET /api/health`: whether the database answers, and its disk has space. What failed is in the log. */
export async function checkHealth(): Promise<{ status: "ok" | "unavailable"; version: string }> {
  const version = getEnv().versionName;
  try {
    await Promise.all([pingDatabase(), checkDisk()]);
    return { status: "ok", version };
  } catch (error) {
    log().warn({ error }, "health check failed");
    return { status: "unavailable", version };
  }
}

/** Logs what the operator has to see to when a process starts, but not that no worker is there: it may start later. */
export function logWarningsAtStart(): void {
  startWarnings()
    .then((found) => {
      for (const sentence of found) log().warn(sentence);
    })
    .catch((error: unknown) => log().warn({ error }, "warnings not found out"));
}

/** Without the database they can't be known, and `checks` says that. */
async function nowWarnings(): Promise<string[]> {
  const asked = Promise.all([installationWarnings(), storedSecrets()]);
  try {
    const [found, secrets] = await within(ANSWER_WITHIN_MS, asked);
    return [...found, unreadableSecrets(secrets) ?? []].flat();
  } catch (error) {
    log().warn({ error }, "warnings not found out");
    return [];
  }
}

function recentChecks(): Promise<Checks> {
  if (kept.checks) return kept.checks;
  const checks = runChecks();
  kept.checks = checks;
  void checks.finally(() => setTimeout(() => delete kept.checks, KEPT_MS).unref());
  return checks;
}

async function runChecks(): Promise<Checks> {
  const [database, migrations, queue, connections, disk, secrets] = await Promise.all([
    outcome("database", queryUnscoped("SELECT 1")),
    outcome("migrations", checkMigrations()),
    outcome("queue", checkQueue()),
    outcome("connections", Promise.all([takeConnection("jobs"), takeConnection("accounts")])),
    outcome("disk", checkDisk()),
    outcome("secrets", checkSecrets()),
  ]);
  return { database, migrations, queue, connections, disk, secrets };
}

/** The reason is in the log only. */
async function outcome(check: string, work: Promise<unknown>): Promise<"ok" | "failed"> {
  try {
    await within(ANSWER_WITHIN_MS, work);
    return "ok";
  } catch (error) {
    log().warn({ check, error }, "not ready");
    return "failed";
  }
}

/**
 * A newer database does not make a running process unready: migrations stay compatible with older
 * programs and run first in a rolling update. A process that starts on a newer database is not ready.
 */
async function checkMigrations(): Promise<void> {
  const [known, rows] = await Promise.all([
    programMigrations(),
    queryUnscoped<{ name: string; finished: boolean }>(
      `SELECT migration_name AS name, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
    ),
  ]);
  const finished = new Set(rows.filter((row) => row.finished).map(({ name }) => name));
  const pending = known.filter((name) => !finished.has(name));
  if (pending.length > 0) throw new Error(`Not applied: ${pending.join(", ")}`);
  const newer = rows.map(({ name }) => name).filter((name) => !known.includes(name));
  if (newer.length === 0) kept.hasFitted = true;
  else if (!kept.hasFitted) throw new Error(`Newer than the program: ${newer.join(", ")}`);
}

/** A pool whose connections are all held makes every request wait, however healthy the database is. */
async function takeConnection(scope: SystemScope): Promise<void> {
  await db(scope).$queryRaw`SELECT 1`;
}

/** The queue's schema is in the database; the migration creates it, and so does every worker. */
async function checkQueue(): Promise<void> {
  const rows = await queryUnscoped<{ version: number }>("SELECT version FROM pgboss.version");
  if (rows.length === 0) throw new Error("The queue has no schema yet");
}

const SECRETS_KEPT_MS = 60_000;

/** A single value that can't be opened is its owner's problem; a secret that opens none of them is the wrong one. */
async function checkSecrets(): Promise<void> {
  const found = await storedSecrets();
  if (found.sealed > 0 && found.readable === 0) throw new Error(unreadableSecrets(found));
}

/** Reads every sealed value's key, so what was found in order stays so for a while. */
async function storedSecrets(): Promise<StoredSecrets> {
  const { found, at } = kept.secrets ?? {};
  const isFine = found && found.sealed === found.readable;
  if (isFine && performance.now() - (at ?? 0) < lasting(SECRETS_KEPT_MS)) return found;
  const now = await countReadable();
  kept.secrets = { found: now, at: performance.now() };
  return now;
}

/** Says in the log when APP_SECRET is the wrong one: no probe may ask for long. */
export async function logUnreadableSecrets(): Promise<void> {
  try {
    const problem = unreadableSecrets(await countReadable());
    if (problem !== undefined) log().error(problem);
  } catch (error) {
    log().warn({ error }, "what is sealed could not be counted yet");
  }
}

let read: Promise<string[]> | undefined;

/** The names of this program's migrations, read from its own folder, which the image includes. */
function programMigrations(): Promise<string[]> {
  read ??= list();
  return read;
}

async function list(): Promise<string[]> {
  const folder = join(process.cwd(), "prisma", "migrations");
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
