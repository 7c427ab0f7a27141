import pg from "pg";
import { isDiskFull } from "../process/disk-full.mjs";
import type { Scope } from "../process/supervise";
import type { DatabaseUrls } from "../product/open-database";
import { countRows, HISTORY_TABLE, type RowCounts } from "./database-facts";
import { parseSection, quote } from "./portable-format";
import { linesOf } from "./portable-read";
import { kindOf, restoreBackup } from "./restore-backup";

interface Options extends DatabaseUrls {
  file: string;
  /** As they were recorded; by default those that the file itself has at its end. */
  counts?: RowCounts | null;
  log: (line: string) => void;
}

interface Tested {
  rows: number;
  /** False where neither record nor file says what should be in it. */
  isCompared: boolean;
}

/** The test couldn't be done, which says nothing about the file. */
export class UntestableError extends Error {
  override readonly name = "UntestableError";
}

/**
 * Restores a backup into a database made for it beside the product's, and compares the rows of every table with those that
 * the backup should have. The database is dropped afterwards; one that a crash left behind is replaced.
 * @throws UntestableError where the test couldn't be done; Error with one clear sentence where the file is damaged.
 */
export async function testBackup(scope: Scope, options: Options): Promise<Tested> {
  const { ownerUrl, productUrl, file, log } = options;
  const scratch = await makeScratch(scope, ownerUrl);
  let found: RowCounts = {};
  await restoreBackup(scope, {
    ownerUrl: withDatabase(ownerUrl, scratch),
    productUrl: withDatabase(productUrl, scratch),
    file,
    replace: false,
    live: true,
    secrets: [],
    log,
    onRestored: async (client) => {
      found = await countRows(client);
    },
  }).catch((error: unknown) => {
    throw isOfServer(error)
      ? new UntestableError(`The test broke off: ${messageOf(error)}.`)
      : error;
  });
  const rows = Object.values(found).reduce((sum, count) => sum + count, 0);
  const expected = options.counts ?? (await countsIn(file));
  if (!expected) return { rows, isCompared: false };
  const wrong = Object.keys({ ...expected, ...found }).filter(
    (table) => table !== HISTORY_TABLE && (expected[table] ?? 0) !== (found[table] ?? 0),
  );
  if (wrong.length === 0) return { rows, isCompared: true };
  const words = wrong.map((table) => `${table} ${found[table] ?? 0} of ${expected[table] ?? 0}`);
  throw new Error(`The restored rows are not those that were backed up: ${words.join(", ")}.`);
}

/** Of a portable file, at its end; undefined of others, and of those that earlier versions wrote. */
async function countsIn(file: string): Promise<RowCounts | undefined> {
  if ((await kindOf(file)) !== "portable") return undefined;
  let last = "";
  for await (const line of linesOf(file)) last = line;
  const section = parseSection(last);
  return "end" in section ? section.counts : undefined;
}

/** @returns the name of an empty database, which is dropped with the scope. */
async function makeScratch(scope: Scope, ownerUrl: string): Promise<string> {
  const name = scratchName(ownerUrl);
  await scope
    .acquire(
      async () => {
        await dropScratch(ownerUrl);
        await onServer(ownerUrl, `CREATE DATABASE ${quote(name)}`);
      },
      () => dropScratch(ownerUrl),
    )
    .catch((error: unknown) => {
      throw new UntestableError(
        `No database could be made for the test: ${messageOf(error)}. The user in MIGRATE_DATABASE_URL (else DATABASE_URL) needs CREATEDB.`,
        { cause: error },
      );
    });
  return name;
}

/** Drops the database of a test that a crash has left behind, if there is one. */
export function dropScratch(ownerUrl: string): Promise<void> {
  return onServer(ownerUrl, `DROP DATABASE IF EXISTS ${quote(scratchName(ownerUrl))} WITH (FORCE)`);
}

/** PostgreSQL's names have at most 63 bytes. */
function scratchName(url: string): string {
  const product = new pg.Client({ connectionString: url }).database ?? "";
  return `backup_test_of_${product}`.slice(0, 63);
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 20_000 });
  client.on("error", () => undefined);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${encodeURIComponent(database)}`;
  return address.href;
}

/** PostgreSQL's classes of connections, rights, resources (a full disk) and the operator's intervention; Node's own codes. */
function isOfServer(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(08|42501|53|57)/.test(code) || /^E[A-Z]+$/.test(code) || isDiskFull(error);
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message || String(error) : String(error)).replace(
    /\.$/,
    "",
  );
}
