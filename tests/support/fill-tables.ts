import type pg from "pg";
import { onDatabase } from "./fingerprint";

/** A value for a column of each type that something has to be written to. */
const BY_TYPE: Record<string, unknown> = {
  bool: true,
  bpchar: "USD",
  bytea: "\\x01",
  date: "2026-03-05",
  int4: 1,
  int8: 1,
  jsonb: {},
  text: "text",
  timestamp: "2026-03-05T10:00:00Z",
  timestamptz: "2026-03-05T10:00:00Z",
  uuid: "11111111-1111-4111-8111-111111111111",
};

/** Where a check asks for a word. */
const BY_COLUMN: Record<string, unknown> = { "mail_outcomes.outcome": "sent" };

/** Writes a row into every table that has none, with what its columns demand; the foreign keys of all rows hold. */
export async function fillTables(url: string): Promise<void> {
  await onDatabase(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    for (const { name } of rows) {
      const found = await client.query(`SELECT FROM "${name}" LIMIT 1`);
      if (found.rowCount === 0) await fill(client, name);
    }
  });
}

async function fill(client: pg.Client, table: string): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; type: string; value: unknown }>(
    `SELECT column_name AS name, udt_name AS type, (SELECT min(enumlabel) FROM pg_enum
        JOIN pg_type t ON t.oid = enumtypid WHERE typname = udt_name) AS value
     FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL
       AND is_identity = 'NO' AND is_generated = 'NEVER'`,
    [table],
  );
  const row: Record<string, unknown> = {};
  for (const { name, type, value } of columns)
    row[name] = value ?? BY_COLUMN[`${table}.${name}`] ?? BY_TYPE[type];
  const { rows: keys } = await client.query<{ target: string; own: string[]; theirs: string[] }>(
    `SELECT confrelid::regclass::text AS target,
       (SELECT array_agg(attname::text ORDER BY n) FROM unnest(conkey) WITH ORDINALITY k (a, n)
         JOIN pg_attribute ON attrelid = conrelid AND attnum = a) AS own,
       (SELECT array_agg(attname::text ORDER BY n) FROM unnest(confkey) WITH ORDINALITY k (a, n)
         JOIN pg_attribute ON attrelid = confrelid AND attnum = a) AS theirs
     FROM pg_constraint WHERE contype = 'f' AND conrelid = $1::regclass`,
    [table],
  );
  for (const { target, own, theirs } of keys) {
    if (!own.every((column) => column in row)) continue;
    const { rows } = await client.query(`SELECT * FROM ${target} LIMIT 1`);
    own.forEach((column, index) => {
      row[column] = rows[0]?.[theirs[index] ?? ""];
    });
  }
  const names = Object.keys(row)
    .map((name) => `"${name}"`)
    .join(", ");
  await client.query(
    `INSERT INTO "${table}" (${names}) SELECT ${names} FROM json_populate_record(NULL::"${table}", $1::json)`,
    [JSON.stringify(row)],
  );
}
