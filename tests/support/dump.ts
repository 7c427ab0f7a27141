import pg from "pg";

/** Every row of every table of the database, including the queue, as text. */
export async function dumpRows(): Promise<string> {
  const client = new pg.Client({ connectionString: process.env.MIGRATE_DATABASE_URL });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(`
      SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`);
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join("\n");
  } finally {
    await client.end();
  }
}
