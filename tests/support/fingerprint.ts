import pg from "pg";

/** Every table of the product with its number of rows and a hash of them, and the values of the sequences. */
export async function fingerprint(url: string): Promise<Record<string, string>> {
  return onDatabase(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    );
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ state: string }>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '')
           AS state FROM public."${name}" t`,
      );
      found[name] = rows[0]?.state ?? "";
    }
    const { rows: sequences } = await client.query<{ name: string; state: string }>(
      "SELECT sequencename AS name, coalesce(last_value::text, 'new') AS state FROM pg_sequences WHERE schemaname = 'public'",
    );
    for (const { name, state } of sequences) found[name] = state;
    return found;
  });
}

/** Everything that constrains the rows: columns, keys, checks, indexes, triggers, policies, functions. */
export async function structure(url: string): Promise<string[]> {
  return onDatabase(url, async (client) => {
    const parts = [
      `SELECT table_name, column_name, data_type, column_default, is_nullable
       FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
      `SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
      "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1",
      `SELECT tgrelid::regclass::text, tgname, tgenabled, pg_get_triggerdef(t.oid) FROM pg_trigger t
       WHERE NOT tgisinternal ORDER BY 1, 2`,
      "SELECT tablename, policyname, cmd, qual, with_check FROM pg_policies ORDER BY 1, 2",
      `SELECT relname, relrowsecurity, relforcerowsecurity FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
      `SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1, 2`,
      `SELECT grantee, table_name, privilege_type FROM information_schema.role_table_grants
       WHERE table_schema = 'public' ORDER BY 1, 2, 3`,
    ];
    const answers: string[] = [];
    for (const part of parts) {
      const { rows } = await client.query(part);
      // The brackets that PostgreSQL prints depend on how often it has parsed its own text.
      answers.push(...rows.map((row) => JSON.stringify(row).replaceAll(/[()]/g, "")));
    }
    return answers;
  });
}

/** Runs `work` on a separate connection, which is closed afterwards. */
export async function onDatabase<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
