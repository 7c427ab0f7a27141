import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { counted } from "@/lib/counted";
import {
  appliedMigrations,
  listTables,
  type RowCounts,
  serverMajor,
  UNCOPIED_TABLES,
} from "./database-facts";
import {
  columnsOf,
  EXACT_TEXT,
  type PortableHeader,
  PROGRESS_EVERY,
  quote,
} from "./portable-format";

const ROWS_AT_ONCE = 200;

/**
 * Writes the portable format: one snapshot of every table, row by row, so that memory use is constant. The
 * product may keep running.
 * @returns the rows written, by table
 */
export async function writePortable(
  client: pg.Client,
  file: string,
  log: (line: string) => void,
): Promise<RowCounts> {
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${EXACT_TEXT}`);
  const counts: RowCounts = {};
  const lines = Readable.from(writeLines(client, counts, log), { objectMode: true });
  await pipeline(lines, createGzip(), createWriteStream(file, { flags: "r+" }));
  await client.query("COMMIT");
  return counts;
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`;

async function* writeLines(
  client: pg.Client,
  counts: RowCounts,
  log: (line: string) => void,
): AsyncGenerator<string> {
  const header: PortableHeader = {
    format: "deposit-matcher-backup",
    version: 1,
    createdAt: new Date().toISOString(),
    postgres: await serverMajor(client),
    migrations: await appliedMigrations(client),
  };
  yield line(header);
  let lines = 1;
  for (const table of await listTables(client)) {
    if (UNCOPIED_TABLES.includes(table)) continue;
    const columns = await columnsOf(client, table);
    yield line({ table, columns: columns.map(({ name }) => name) });
    let rows = 0;
    for await (const batch of readTable(client, table, columns)) {
      const before = rows;
      rows += batch.length;
      if (Math.floor(rows / PROGRESS_EVERY) > Math.floor(before / PROGRESS_EVERY)) {
        log(`  ${table}: ${rows} rows so far …`);
      }
      yield batch.map((row) => `${row}\n`).join("");
    }
    if (rows > 0) log(`  ${table}: ${counted(rows, "row")}`);
    lines += rows + 1;
    counts[table] = rows;
  }
  for (const sequence of await readSequences(client)) {
    lines += 1;
    yield line(sequence);
  }
  yield line({ end: true, lines, counts });
}

/** Each row as a JSON array of PostgreSQL texts, which restore exactly. */
async function* readTable(
  client: pg.Client,
  table: string,
  columns: { name: string }[],
): AsyncGenerator<string[]> {
  const texts = columns.map(({ name }) => `${quote(name)}::text`).join(", ");
  await client.query(`
    DECLARE backup NO SCROLL CURSOR FOR
    SELECT to_json(ARRAY[${texts}]::text[])::text FROM public.${quote(table)}`);
  for (;;) {
    const { rows } = await client.query<[string]>({
      text: `FETCH ${ROWS_AT_ONCE} FROM backup`,
      rowMode: "array",
    });
    if (rows.length === 0) break;
    yield rows.map(([row]) => row);
  }
  await client.query("CLOSE backup");
}

/** Read last: sequences are outside the snapshot, and a later value is never too small. */
async function readSequences(client: pg.Client): Promise<object[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1",
  );
  const found = [];
  for (const { name } of rows) {
    const state = await client.query<{ last: string; called: boolean }>(
      `SELECT last_value::text AS last, is_called AS called FROM public.${quote(name)}`,
    );
    found.push({ sequence: name, ...state.rows[0] });
  }
  return found;
}
