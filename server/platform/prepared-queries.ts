import pg from "pg";
import { Prisma } from "@/generated/prisma/client";
import { inConnectionTurn } from "./company-queue";
import { enterScope, type Scope } from "./context";
import { getEnv } from "./env";
import { log } from "./logger";
import { runtimeRole } from "./runtime-role";
import { singleton } from "./singleton";

/** Each prepared plan takes memory per connection: further statements are planned on every call. */
const MAX_PREPARED = 100;

const BEGIN =
  "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL plan_cache_mode = force_generic_plan";

const BEGIN_WRITING = "BEGIN; SET LOCAL plan_cache_mode = force_generic_plan";

interface Reader {
  pool: pg.Pool;
  /** Statement text → name of its prepared statement. */
  prepared: Map<string, string>;
}

/** Checking a session has connections of its own, see db.ts. */
const READERS = {
  books: { max: 6, name: "deposit-matcher-reader" },
  accounts: { max: 3, name: "deposit-matcher-accounts" },
};
type ReaderName = keyof typeof READERS;

const kept = singleton("reader", (): Partial<Record<ReaderName, Reader>> => ({}));

/**
 * Reads several statements in one snapshot and one round trip, as `scope` sees them, with plans prepared
 * per connection. For the most frequent reads: the ORM takes a round trip and a snapshot for each statement.
 * Select dates and bigints as text: the driver's dates have a time zone.
 * @returns the rows of each statement, in the statements' order and with their column names.
 */
export async function queryPrepared<const Rows extends readonly object[]>(
  scope: Scope,
  ...statements: { [I in keyof Rows]: Prisma.Sql }
): Promise<{ [I in keyof Rows]: Rows[I][] }> {
  return (await inOneTrip(scope, BEGIN, statements)) as { [I in keyof Rows]: Rows[I][] };
}

/**
 * Runs one statement that may write, in a transaction of one round trip. For the most frequent small writes (limits,
 * leases): the ORM takes two, each with a turn of the event loop. Types as {@link queryPrepared}.
 * @param lockKey transactions with the same key run one after the other, and each sees what those before it wrote
 */
export async function executePrepared<Row extends object>(
  scope: Scope,
  statement: Prisma.Sql,
  lockKey?: string,
): Promise<Row[]> {
  // A statement of its own: the next one's snapshot is taken once the lock is held.
  const lock = Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${lockKey}, 0))`;
  const statements = lockKey === undefined ? [statement] : [lock, statement];
  const rows = (await inOneTrip(scope, BEGIN_WRITING, statements)).at(-1) ?? [];
  return rows as Row[];
}

function inOneTrip(
  scope: Scope,
  begin: string,
  statements: readonly Prisma.Sql[],
): Promise<object[][]> {
  const send = () => sendInOneTrip(scope, begin, statements);
  return typeof scope === "string" ? send() : inConnectionTurn("reader", scope.companyId, send);
}

async function sendInOneTrip(
  scope: Scope,
  begin: string,
  statements: readonly Prisma.Sql[],
): Promise<object[][]> {
  const { pool, prepared } = reader(scope === "accounts" ? "accounts" : "books");
  const role = await runtimeRole(pool, (sql) => askFirst(pool, sql));
  const opening = `${begin}; ${enterScope(scope, role)}`;
  const client = await pool.connect();
  const { stream } = client.connection;
  // Sends all statements in one packet.
  stream.cork();
  const sending = Promise.allSettled([
    client.query(opening),
    ...statements.map(({ text, values }) => client.query({ ...named(prepared, text), values })),
    client.query("COMMIT"),
  ]);
  stream.uncork();
  const sent = await sending;
  const failed = sent.find((each) => each.status === "rejected");
  // After a database error the connection is reusable; after any other error it is not.
  client.release(failed !== undefined && !(failed.reason instanceof pg.DatabaseError));
  if (failed) throw failed.reason;
  return sent
    .slice(1, -1)
    .map((each) => (each.status === "fulfilled" ? (each.value?.rows ?? []) : []));
}

/** Resolves when the database responds. */
export async function pingDatabase(): Promise<void> {
  await queryPrepared("accounts", Prisma.sql`SELECT 1`);
}

/**
 * Reads facts about the installation (migrations, the queue) outside any scope, as the database user. Not
 * for the product's tables.
 */
export async function queryUnscoped<Row extends object>(sql: string): Promise<Row[]> {
  const { rows } = await reader("books").pool.query<Row>(sql);
  return rows;
}

/** The pools of this process that exist, by name. */
export function readerPools(): Record<string, pg.Pool> {
  const { books, accounts } = kept;
  return {
    ...(books && { reader: books.pool }),
    ...(accounts && { reader_accounts: accounts.pool }),
  };
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

function reader(name: ReaderName): Reader {
  kept[name] ??= { pool: open(READERS[name]), prepared: new Map() };
  return kept[name];
}

function open({ max, name }: (typeof READERS)[ReaderName]): pg.Pool {
  const pool = new pg.Pool({
    connectionString: getEnv().DATABASE_URL,
    application_name: name,
    pipeline: true,
    max,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 60_000,
    query_timeout: 65_000,
  });
  // The pool listens for errors on idle connections only: losing one in use would crash the process.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", (error) => log().warn({ error }, "a waiting database connection was lost"));
  return pool;
}

/** Closes the pools; the next read opens a new one. */
export async function closeReaders(): Promise<void> {
  const opened = [kept.books, kept.accounts];
  delete kept.books;
  delete kept.accounts;
  await Promise.all(opened.map((each) => each?.pool.end()));
}
