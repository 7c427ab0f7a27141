import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import {
  chooseAccount,
  chooseLauncher,
  commandLine,
  type Launcher,
} from "@/tools/postgres/postgres-account";
import { freePort } from "@/tools/process/free-port";
import { onServer, withDatabase } from "./postgres-server";

/** Where Debian puts the servers of all major versions. */
const DEBIAN = "/usr/lib/postgresql";

/**
 * Folders with the programs of PostgreSQL servers on this machine, beside the embedded one: Debian's, and those that
 * TEST_POSTGRES_BINS lists, separated as in PATH.
 */
export function serverFolders(): string[] {
  const debian = existsSync(DEBIAN)
    ? readdirSync(DEBIAN).map((name) => join(DEBIAN, name, "bin"))
    : [];
  const given = (process.env.TEST_POSTGRES_BINS ?? "").split(delimiter).filter(Boolean);
  return [...debian, ...given].filter((folder) => existsSync(join(folder, "initdb")));
}

interface OtherServer {
  /** As the server's superuser. */
  url: string;
  close(): Promise<void>;
}

/** Starts the server whose programs are in `folder`, in a temporary folder that is deleted with it. */
export async function startServerOf(folder: string): Promise<OtherServer> {
  const home = await mkdtemp(join(tmpdir(), "deposit-matcher-postgres-"));
  const account = chooseAccount(join(home, "none"));
  if (account) await chown(home, account.uid, account.gid);
  await chmod(home, 0o700);
  const launcher = chooseLauncher(account, join(folder, "postgres"), home);
  const password = join(home, "password");
  await writeFile(password, "postgres");
  if (account) await chown(password, account.uid, account.gid);
  const data = join(home, "data");
  run(launcher, folder, "initdb", [
    ...["-D", data, "-U", "postgres", `--pwfile=${password}`, "--auth=scram-sha-256"],
    ...["--encoding=UTF8", "--locale=C", "--no-sync"],
  ]);
  const port = await freePort("127.0.0.1");
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  const log = join(home, "log");
  run(launcher, folder, "pg_ctl", ["start", "-w", "-D", data, "-l", log, "-o", options]);
  return {
    url: `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`,
    close: async () => {
      run(launcher, folder, "pg_ctl", ["stop", "-w", "-m", "immediate", "-D", data]);
      await rm(home, { recursive: true, force: true });
    },
  };
}

function run(launcher: Launcher, folder: string, name: string, args: string[]): void {
  const [command, rest, options] = commandLine(launcher, join(folder, name), args);
  // The server that pg_ctl leaves behind must not hold these pipes.
  const { status, stderr } = spawnSync(command, rest, {
    ...options,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${name} of ${folder} failed: ${stderr}`);
}

/** An empty database of the superuser's, which goes with its server. */
export async function emptyDatabaseOn(serverUrl: string): Promise<string> {
  const name = `copy_${randomBytes(4).toString("hex")}`;
  await onServer(serverUrl, `CREATE DATABASE ${name}`);
  return withDatabase(serverUrl, name);
}
