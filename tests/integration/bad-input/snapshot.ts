import { adminDb } from "../../support/admin-db";

/**
 * Rows that companies and people own. Excludes what a refused request may change, such as counters and
 * attempts: throttles, leases, codes, challenges, and the time a session was last seen.
 */
const COUNTED_TRIES = [
  "sessions",
  "throttles",
  "leases",
  "known_addresses",
  "reset_codes",
  "sign_in_challenges",
  "mails",
  "_prisma_migrations",
];

let statement: string | undefined;

/** Rows and the transactions that wrote them, by table. Equal snapshots mean that nothing changed. */
export async function snapshot(): Promise<Record<string, string>> {
  statement ??= await buildStatement();
  const rows = await adminDb().$queryRawUnsafe<{ name: string; state: string }[]>(statement);
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
}

async function buildStatement(): Promise<string> {
  const tables = await adminDb().$queryRaw<{ tablename: string }[]>`
    SELECT tablename FROM pg_tables WHERE schemaname = 'public'`;
  return tables
    .filter(({ tablename }) => !COUNTED_TRIES.includes(tablename))
    .map(
      ({ tablename }) => `SELECT '${tablename}' AS name,
        count(*) || '/' || coalesce(sum(xmin::text::bigint), 0) AS state FROM "${tablename}"`,
    )
    .join(" UNION ALL ");
}
