import pg from "pg";
import { Prisma } from "@/generated/prisma/client";
import { getEnv } from "@/server/env";
import { log } from "@/server/logger";
import { runtimeRole } from "@/server/runtime-role";
import { enterScope, type Scope } from "@/server/scope";

/** A plan takes memory in each connection: texts beyond these are planned each time. */
const MAX_PREPARED = 100;

const BEGIN =
  "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL plan_cache_mode = force_generic_plan";

interface Reader {
  pool: pg.Pool;
  /** The name of each prepared text. */
  prepared: Map<string, string>;
}

// As server/db.ts: several copies of this module, one pool.
const kept = globalThis as typeof globalThis & { depositMatcherReader?: Reader };

/**
 * Reads for the paths that every look at the product takes: some statements in one snapshot, as `scope`
 * sees it, in a single round trip, planned once per connection. The ORM takes four trips for one
 * statement, and planning costs more than running.
 *
 * A date or a bigint is to be selected as text: the driver's dates have a time zone.
 * @returns the rows of each statement, named as the statement names them.
 */
export async function readRows<const Rows extends readonly object[]>(
  scope: Scope,
  ...statements: { [I in keyof Rows]: Prisma.Sql }
): Promise<{ [I in keyof Rows]: Rows[I][] }> {
  const { pool, prepared } = reader();
  const role = await runtimeRole(pool, (sql) => askFirst(pool, sql));
  const opening = `${BEGIN}; ${enterScope(scope, role)}`;
  const client = await pool.connect();
  const { stream } = client.connection;
  // One packet, not one for each statement.
  stream.cork();
  const sending = Promise.allSettled([
    client.query(opening),
    ...statements.map(({ text, values }) => client.query({ ...named(prepared, text), values })),
    client.query("COMMIT"),
  ]);
  stream.uncork();
  const sent = await sending;
  const failed = sent.find((each) => each.status === "rejected");
  // What the server refuses leaves the connection sound; anything else does not.
  client.release(failed !== undefined && !(failed.reason instanceof pg.DatabaseError));
  if (failed) throw failed.reason;
  const answers = sent
    .slice(1, -1)
    .map((each) => (each.status === "fulfilled" ? each.value : null));
  return answers.map((answer) => answer?.rows ?? []) as { [I in keyof Rows]: Rows[I][] };
}

/** Resolves when the database answers. */
export async function pingDatabase(): Promise<void> {
  await readRows("accounts", Prisma.sql`SELECT 1`);
}

/**
 * Rows about the installation itself, read outside any scope, as the database user: which migrations, is
 * there a queue. Never for the product's tables.
 */
export async function askServer<Row extends object>(sql: string): Promise<Row[]> {
  const { rows } = await reader().pool.query<Row>(sql);
  return rows;
}

/** The pool of this process, if anything was read yet. */
export function readerPool(): pg.Pool | undefined {
  return kept.depositMatcherReader?.pool;
}

async function askFirst(pool: pg.Pool, sql: string): Promise<unknown[]> {
  const { rows } = await pool.query<unknown[]>({ text: sql, rowMode: "array" });
  return rows[0] ?? [];
}

function named(prepared: Reader["prepared"], text: string): { text: string; name?: string } {
  const known = prepared.get(text);
  if (known !== undefined) return { text, name: known };
  if (prepared.size >= MAX_PREPARED) return { text };
  const name = `read_${prepared.size}`;
  prepared.set(text, name);
  return { text, name };
}

function reader(): Reader {
  kept.depositMatcherReader ??= { pool: open(), prepared: new Map() };
  return kept.depositMatcherReader;
}

function open(): pg.Pool {
  const pool = new pg.Pool({
    connectionString: getEnv().DATABASE_URL,
    application_name: "deposit-matcher-reader",
    pipeline: true,
    max: 6,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    query_timeout: 65_000,
  });
  pool.on("error", (error) => log().warn({ error }, "a waiting database connection was lost"));
  return pool;
}

/** Closes the pool; the next read opens another. */
export async function closeReader(): Promise<void> {
  const opened = kept.depositMatcherReader;
  delete kept.depositMatcherReader;
  await opened?.pool.end();
}
