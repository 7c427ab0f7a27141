import { access, constants, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import pg from "pg";
import { withLockFile } from "./lock-file.mjs";
import {
  type Cluster,
  databaseUrl,
  findRunning,
  initialise,
  openCluster,
  type Postmaster,
  startServer,
  stopServer,
} from "./postgres-cluster";

export interface EmbeddedPostgres {
  /** Address of a database on this server; without a name, the product's. */
  url(database?: string): string;
  /** Lets go of the server and, when nobody else holds it, stops it. */
  release(): Promise<void>;
}

const productDatabase = "deposit_matcher";
/** Key of the advisory lock that every command holds, shared, while it needs the server. */
const leaseKey = 7_340_001;

/**
 * Runs PostgreSQL under `dataDir`, or joins the one that runs there already (a second command, or
 * one that outlived a kill). `durable: false` trades safety on power loss for speed, for tests.
 * Throws an Error with one clear sentence.
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
  // Others may pass through this folder (PostgreSQL's own account must), but not look around.
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  await access(dataDir, constants.W_OK).catch(() => {
    throw new Error(`${dataDir} belongs to another user: run as that user, or set DATA_DIR.`);
  });
  const lockFile = join(dataDir, "postgres.lock");
  const onWait = () => log("Waiting for another command that is starting or stopping PostgreSQL …");

  const { cluster, server, lease } = await withLockFile(
    lockFile,
    async () => {
      const cluster = await openCluster(home);
      const server = (await findRunning(cluster)) ?? (await launch(cluster, durable, log));
      return { cluster, server, lease: await takeLease(cluster, server) };
    },
    { onWait },
  );
  return {
    url: (database = productDatabase) => databaseUrl(cluster, server.port, database),
    release: () =>
      withLockFile(lockFile, async () => {
        if (await isLastLease(lease)) await stopServer(cluster, server);
      }),
  };
}

async function launch(
  cluster: Cluster,
  durable: boolean,
  log: (line: string) => void,
): Promise<Postmaster> {
  log("Starting PostgreSQL …");
  await initialise(cluster, durable);
  return startServer(cluster, durable);
}

/**
 * A connection that holds a shared lock for as long as this process lives: PostgreSQL itself counts
 * who still needs it, and forgets a process that dies.
 */
async function takeLease(cluster: Cluster, server: Postmaster): Promise<pg.Client> {
  const lease = new pg.Client({
    connectionString: databaseUrl(cluster, server.port, "postgres"),
    application_name: "deposit-matcher lease",
  });
  // A server that goes away ends the lease; whoever uses the database notices by itself.
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
    // The connection is gone, and with it the server: nothing is left to stop.
    if (error instanceof Error) return false;
    throw error;
  } finally {
    await lease.end().catch(() => undefined);
  }
}
