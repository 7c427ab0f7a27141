import { spawn } from "node:child_process";
import { once } from "node:events";
import { pipeline } from "node:stream/promises";
import { runChild } from "../process/child";
import { processEnv } from "../process/environment";
import type { Scope } from "../process/supervise";
import { type AppliedMigration, HISTORY_TABLE, UNCOPIED_TABLES } from "./database-facts";
import { type PostgresPrograms, programIn } from "./postgres-programs";
import { emptying, markCopy } from "./target";

/** Address parameters that libpq understands; the others belong to the driver. */
const LIBPQ = ["sslmode", "sslrootcert", "sslcert", "sslkey", "host", "options"];

/** Splits the password from an address, so that other users of the machine can't see it. */
function connection(url: string): { address: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = "";
  for (const name of [...address.searchParams.keys()]) {
    if (!LIBPQ.includes(name)) address.searchParams.delete(name);
  }
  const { PATH, SystemRoot, HOME } = process.env;
  return {
    address: address.href,
    env: processEnv({ PATH, SystemRoot, HOME, ...(password && { PGPASSWORD: password }) }),
  };
}

/**
 * Writes pg_dump's custom format.
 * @param snapshot the id of an exported one, whose transaction is open
 * @throws Error with pg_dump's last lines when it fails.
 */
export async function writePgDump(
  scope: Scope,
  programs: PostgresPrograms,
  {
    url,
    file,
    snapshot,
    log,
  }: { url: string; file: string; snapshot: string; log: (line: string) => void },
): Promise<void> {
  const { address, env } = connection(url);
  const words: string[] = [];
  const args = [
    "--format=custom",
    "--no-owner",
    "--no-privileges",
    // Skip the queue: its jobs carry only ids, and the workers requeue what is due.
    "--exclude-schema=pgboss",
    ...UNCOPIED_TABLES.map((table) => `--exclude-table-data=public.${table}`),
    `--snapshot=${snapshot}`,
    "--verbose",
    `--file=${file}`,
    `--dbname=${address}`,
  ];
  const onLine = (line: string) => {
    const table = /dumping contents of table "public\.(\w+)"/.exec(line)?.[1];
    if (table) log(`  ${table}`);
    if (/error|fatal/i.test(line)) words.push(line);
  };
  const code = await runChild(scope, programIn(programs, "pg_dump"), args, { env, onLine });
  if (code !== 0) throw new Error(`pg_dump failed: ${words.join(" ") || `exit code ${code}`}`);
}

export async function migrationsInDump(
  scope: Scope,
  programs: PostgresPrograms,
  file: string,
): Promise<AppliedMigration[]> {
  const lines: string[] = [];
  const args = ["--data-only", `--table=${HISTORY_TABLE}`, "--file=-", file];
  const code = await runChild(scope, programIn(programs, "pg_restore"), args, {
    onLine: (line) => lines.push(line),
  });
  if (code !== 0) {
    const words = lines.filter((line) => line.startsWith("pg_restore:")).join(" ");
    throw new Error(`Can't read this backup. Nothing was changed. ${words}`);
  }
  const start = lines.findIndex((line) => line.startsWith("COPY "));
  const columns = /\((.*)\)/.exec(lines[start] ?? "")?.[1]?.split(", ") ?? [];
  const rows = lines.slice(start + 1, lines.indexOf("\\.", start)).map((line) => line.split("\t"));
  const field = (row: string[], name: string) => row[columns.indexOf(name)] ?? "";
  const migrations = rows
    .filter((row) => field(row, "finished_at") !== "\\N")
    .map((row) => ({ name: field(row, "migration_name"), checksum: field(row, "checksum") }));
  if (start < 0 || migrations.length === 0) {
    throw new Error("This dump contains no Deposit Matcher data.");
  }
  return migrations;
}

/**
 * Replaces the database's contents with the dump, in one transaction. pg_restore writes the statements, psql
 * runs them, and COMMIT is sent only after both succeed.
 */
export async function restorePgDump(
  scope: Scope,
  programs: PostgresPrograms,
  { url, file, first, live }: { url: string; file: string; first: boolean; live: boolean },
): Promise<void> {
  const { address, env } = connection(url);
  const start = (name: "pg_restore" | "psql", args: string[]) =>
    scope.acquire(
      async () => {
        const child = spawn(programIn(programs, name), args, { env, stdio: "pipe" });
        const words: string[] = [];
        child.stderr.on("data", (part: Buffer) => words.push(part.toString("utf8")));
        const exited = once(child, "close").then(([code]) => code as number | null);
        return {
          child,
          exited,
          words: () => words.join("").trim().split("\n").slice(-3).join(" "),
        };
      },
      async ({ child, exited }) => {
        child.kill();
        await exited;
      },
    );
  const psql = await start("psql", [
    "--no-psqlrc",
    "--quiet",
    "--set=ON_ERROR_STOP=1",
    `--dbname=${address}`,
  ]);
  // When psql fails, its exit code and output say why.
  psql.child.stdin.on("error", () => undefined);
  psql.child.stdout.resume();
  psql.child.stdin.write(`BEGIN; SET LOCAL client_min_messages = warning;\n${emptying(first)}\n`);
  const restore = await start("pg_restore", ["--no-owner", "--no-privileges", "--file=-", file]);
  await pipeline(restore.child.stdout, psql.child.stdin, { end: false }).catch(() => undefined);
  const restored = await restore.exited;
  // Without COMMIT, closing the connection rolls everything back.
  if (restored === 0) psql.child.stdin.write(`${markCopy(live)}\nCOMMIT;\n`);
  psql.child.stdin.end();
  const ran = await psql.exited;
  if (restored !== 0) throw new Error(`pg_restore failed, nothing was changed: ${restore.words()}`);
  if (ran !== 0) throw new Error(`The restore failed, nothing was changed: ${psql.words()}`);
}
