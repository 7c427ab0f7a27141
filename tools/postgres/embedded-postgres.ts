import { join, resolve } from "node:path";
import pg from "pg";
import { makeDataFolder } from "../process/data-folder";
import { withLockFile } from "../process/lock-file.mjs";
import {
  type Cluster,
  databaseUrl,
  findRunning,
  initialise,
  keepLogShort,
  openCluster,
  type Postmaster,
  productUrl,
  requireSameMajor,
  startServer,
  stopServer,
} from "./postgres-cluster";

export interface EmbeddedPostgres {
  /** Address of a database on this server for its superuser; the product's database by default. */
  url(database?: string): string;
  /** Address of the product's database for the product, which owns nothing in it. */
  productUrl(): string;
  /** Releases the server, and stops it when no other process holds it. */
  release(): Promise<void>;
}

const HOUR_MS = 3_600_000;
const productDatabase = "deposit_matcher";
/** Key of the advisory lock that every command holds, shared, while it needs the server. */
const leaseKey = 7_340_001;

/**
 * Runs PostgreSQL under `dataDir`, or joins the server that already runs there (from a second command, or
 * left over after a kill). `durable: false` trades safety on power loss for speed, for tests. Throws an Error
 * with one clear sentence.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  durable = true,
}: {
  dataDir: string;
  log: (line: string) => void;
  durable?: boolean;
}): Promise<EmbeddedPostgres> {
  const home = resolve(dataDir, "postgres");
  await makeDataFolder(dataDir);
  const lockFile = join(dataDir, "postgres.lock");
  const onWait = () => log("Waiting for another command to start or stop PostgreSQL …");

  const { cluster, server, lease } = await withLockFile(
    lockFile,
    async () => {
      const cluster = await openCluster(home);
      const server = (await findRunning(cluster)) ?? (await launch(cluster, durable, log));
      return { cluster, server, lease: await takeLease(cluster, server) };
    },
    { onWait },
  );
  const keeping = setInterval(() => {
    keepLogShort(cluster).catch((error: unknown) => log(`PostgreSQL's log: ${String(error)}`));
  }, HOUR_MS).unref();
  return {
    url: (database = productDatabase) => databaseUrl(cluster, server.port, database),
    productUrl: () => productUrl(cluster, server.port, productDatabase),
    release: () => {
      clearInterval(keeping);
      return withLockFile(lockFile, async () => {
        if (await isLastLease(lease)) await stopServer(cluster, server);
      });
    },
  };
}

async function launch(
  cluster: Cluster,
  durable: boolean,
  log: (line: string) => void,
): Promise<Postmaster> {
  await requireSameMajor(cluster);
  log("Starting PostgreSQL …");
  await initialise(cluster, durable);
  return startServer(cluster, durable);
}

/**
 * A connection that holds a shared lock for the life of this process: PostgreSQL itself counts the processes
 * that still need it, and forgets a process that dies.
 */
async function takeLease(cluster: Cluster, server: Postmaster): Promise<pg.Client> {
  const lease = new pg.Client({
    connectionString: databaseUrl(cluster, server.port, "postgres"),
    application_name: "deposit-matcher lease",
  });
  // A stopped server ends the lease; the database's users notice.
  lease.on("error", () => undefined);
  await lease.connect();
  await lease.query("SELECT pg_advisory_lock_shared($1)", [leaseKey]);
  const known = await lease.query("SELECT 1 FROM pg_database WHERE datname = $1", [
    productDatabase,
  ]);
  if (known.rowCount === 0) await lease.query(`CREATE DATABASE ${productDatabase}`);
  return lease;
}

async function isLastLease(lease: pg.Client): Promise<boolean> {
  try {
    await lease.query("SELECT pg_advisory_unlock_shared($1)", [leaseKey]);
    const { rows } = await lease.query("SELECT pg_try_advisory_lock($1) AS last", [leaseKey]);
    return rows[0]?.last === true;
  } catch (error) {
    // The connection is closed, so the server has stopped: nothing is left to do.
    if (error instanceof Error) return false;
    throw error;
  } finally {
    await lease.end().catch(() => undefined);
  }
}
