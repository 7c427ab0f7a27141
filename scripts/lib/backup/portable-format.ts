import type pg from "pg";
import { z } from "zod";

// One gzip file of lines. A header; then for each table a line that names it and its columns, followed by
// a JSON array per row with PostgreSQL's own texts (null: SQL's NULL); then the sequences; then an end.

const header = z.object({
  format: z.literal("deposit-matcher-backup"),
  version: z.number().int(),
  createdAt: z.string(),
  /** Major version of the server it was written from. */
  postgres: z.number().int(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
export type PortableHeader = z.infer<typeof header>;

const section = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ sequence: z.string(), last: z.string(), called: z.boolean() }),
  /** How many lines there are behind the header, this one included. */
  z.object({ end: z.literal(true), lines: z.number().int() }),
]);
type Section = z.infer<typeof section>;

/** A sign of life after so many rows of a table. */
export const TELL_EVERY = 100_000;

/** Of this program; a file with a greater one is not read. */
const VERSION = 1;

/** Values as texts that are read back as exactly the same, whatever the server's settings. */
export const EXACT_TEXT = `
  SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres'; SET LOCAL TimeZone = 'UTC';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL statement_timeout = 0`;

const DAMAGED = "This backup is damaged: nothing was changed.";

/** @throws Error when the line is no header, or one of a later program. */
export function parseHeader(text: string): PortableHeader {
  const parsed = header.safeParse(parseJson(text));
  if (!parsed.success) throw new Error("This file is no backup of Deposit Matcher.");
  if (parsed.data.version > VERSION) {
    throw new Error("This backup was written by a newer version: update the program first.");
  }
  return parsed.data;
}

/** A line that is no row. @throws Error when it is nothing known. */
export function parseSection(text: string): Section {
  const parsed = section.safeParse(parseJson(text));
  if (!parsed.success) throw new Error(DAMAGED);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function damaged(cause?: unknown): Error {
  return new Error(DAMAGED, { cause });
}

/** An identifier of SQL. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The columns of a table that hold values of their own, in order, with their types. */
export async function columnsOf(
  client: pg.Client,
  table: string,
): Promise<{ name: string; type: string }[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = format('public.%I', $1::text)::regclass
       AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  return rows;
}
