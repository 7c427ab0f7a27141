import pg from "pg";
import { counted } from "@/lib/counted";
import { requireServerVersion } from "@/prisma/server-version";

/** Prisma's table of applied migrations. */
export const HISTORY_TABLE = "_prisma_migrations";

/**
 * Whose rows are in no backup: a copy knows nothing of the original's backup files, and its server counts transactions by
 * itself, which the log of changes names.
 */
export const UNCOPIED_TABLES: readonly string[] = ["backup_runs", "company_changes"];

/** Rows by table, of all tables that a backup contains. */
export type RowCounts = Record<string, number>;

/** A migration applied to a database or contained in a backup. */
export interface AppliedMigration {
  name: string;
  checksum: string;
}

/** Connects as the owner of the tables. @throws Error with one sentence when the server can't be used. */
export async function connectToOwner(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "deposit-matcher-tools",
    connectionTimeoutMillis: 20_000,
  });
  // A connection that is lost fails its next statement; the event alone would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message || String(error) : String(error);
    throw new Error(`Can't reach the database: ${reason}.`);
  }
  try {
    await requireServerVersion(client);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** Connects as a user that sees every row. @throws Error when the database user does not. */
export async function connectAboveRows(url: string): Promise<pg.Client> {
  const client = await connectToOwner(url);
  try {
    await requireEveryRow(client);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function requireEveryRow(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ unbound: boolean; name: string }>(
    "SELECT rolsuper OR rolbypassrls AS unbound, rolname AS name FROM pg_roles WHERE rolname = current_user",
  );
  if (rows[0]?.unbound) return;
  throw new Error(
    `The database user ${rows[0]?.name} is subject to row-level security, so rows would be missing. For this command, set MIGRATE_DATABASE_URL to a superuser or a user with BYPASSRLS.`,
  );
}

/** 18 for 18.4. */
export async function serverMajor(client: pg.Client): Promise<number> {
  const { rows } = await client.query("SHOW server_version_num");
  return Math.floor(Number(rows[0]?.server_version_num) / 10_000);
}

/** The product's tables, including the migration history. */
export async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  );
  return rows.map(({ name }) => name);
}

/** @throws Error when the database is not the product's. */
export async function appliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  if (!(await listTables(client)).includes(HISTORY_TABLE)) {
    throw new Error("This database contains no Deposit Matcher data.");
  }
  const { rows } = await client.query<AppliedMigration>(`
    SELECT migration_name AS name, checksum FROM ${HISTORY_TABLE}
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`);
  return rows;
}

/** The rows of each table that a backup contains, as the client's transaction sees them. */
export async function countRows(client: pg.Client): Promise<RowCounts> {
  const counts: RowCounts = {};
  for (const table of await listTables(client)) {
    if (UNCOPIED_TABLES.includes(table)) continue;
    const { rows } = await client.query(`SELECT count(*)::int AS rows FROM public."${table}"`);
    counts[table] = rows[0]?.rows ?? 0;
  }
  return counts;
}

/** Counts for the user: "2 companies, 3 users, 40 deposits, 50 payments". */
export function summarize(counts: RowCounts): string {
  const { companies = 0, users = 0, deposits = 0, ledger_payments: payments = 0 } = counts;
  return [
    companies === 1 ? "1 company" : `${companies.toLocaleString("en-US")} companies`,
    counted(users, "user"),
    counted(deposits, "deposit"),
    counted(payments, "payment"),
  ].join(", ");
}
