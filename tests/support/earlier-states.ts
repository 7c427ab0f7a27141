import { checksumOf, HISTORY, type Migration } from "@/prisma/migrate";
import { onDatabase } from "./fingerprint";

/**
 * Makes an empty database one of an earlier version with rows in it: `applied` are its migrations, and the rows are those
 * of the database at `from`, as far as that version had their tables, columns and providers.
 */
export async function makeEarlierState(
  into: string,
  applied: readonly Migration[],
  from: string,
): Promise<void> {
  await onDatabase(into, async (target) => {
    await target.query(HISTORY);
    for (const { name, sql } of applied) {
      await target.query(sql);
      await target.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
         VALUES (gen_random_uuid(), $1, $2, now())`,
        [checksumOf(sql), name],
      );
    }
    // Rows come in any order, and triggers have run where they were written.
    await target.query("SET session_replication_role = replica");
    const { rows: tables } = await target.query<{ name: string; columns: string[] }>(`
      SELECT table_name AS name, array_agg(column_name::text ORDER BY ordinal_position) AS columns
      FROM information_schema.columns
      WHERE table_schema = 'public' AND is_generated = 'NEVER' AND table_name <> '_prisma_migrations'
      GROUP BY 1`);
    const { rows: providers } = await target.query<{ name: string }>(
      "SELECT unnest(enum_range(NULL::provider))::text AS name",
    );
    const isKnown = (row: string) => {
      const { provider } = JSON.parse(row) as { provider?: string };
      return provider === undefined || providers.some(({ name }) => name === provider);
    };
    await onDatabase(from, async (source) => {
      for (const { name, columns } of tables) {
        await target.query(`DELETE FROM "${name}"`);
        const { rows } = await source.query<{ row: string }>(
          `SELECT to_json(t)::text AS row FROM "${name}" t`,
        );
        const list = columns.map((column) => `"${column}"`).join(", ");
        for (const { row } of rows) {
          if (!isKnown(row)) continue;
          await target.query(
            `INSERT INTO "${name}" (${list}) OVERRIDING SYSTEM VALUE
             SELECT ${list} FROM json_populate_record(NULL::"${name}", $1::json)`,
            [row],
          );
        }
      }
    });
  });
}

/** Rows by table. */
export async function rowCounts(url: string): Promise<Record<string, number>> {
  return onDatabase(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'",
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM "${name}"`,
      );
      counts[name] = rows[0]?.count ?? 0;
    }
    return counts;
  });
}
