import type pg from "pg";
import { z } from "zod";

// One gzip file of lines. First a header. Then for each table a line with its name and columns, and a JSON
// array per row in PostgreSQL's text format (null is SQL NULL). Then the sequences, then an end line.

const header = z.object({
  format: z.literal("deposit-matcher-backup"),
  version: z.number().int(),
  createdAt: z.string(),
  /** Major version of the source server. */
  postgres: z.number().int(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
export type PortableHeader = z.infer<typeof header>;

const section = z.union([
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ sequence: z.string(), last: z.string(), called: z.boolean() }),
  z.object({
    end: z.literal(true),
    /** Number of lines after the header, including this one. */
    lines: z.number().int(),
    /** Rows by table; earlier versions wrote none. */
    counts: z.record(z.string(), z.number().int()).optional(),
  }),
]);
type Section = z.infer<typeof section>;

/** Rows of a table between two progress messages. */
export const PROGRESS_EVERY = 100_000;

/** This program's format version; a file with a greater one is refused. */
const VERSION = 1;

/** Text formats that round-trip exactly, whatever the server's settings. */
export const EXACT_TEXT = `
  SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres'; SET LOCAL TimeZone = 'UTC';
  SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1; SET LOCAL statement_timeout = 0`;

const DAMAGED = "This backup is damaged. Nothing was changed.";

/** @throws Error when the line is not a header, or was written by a later version. */
export function parseHeader(text: string): PortableHeader {
  const parsed = header.safeParse(parseJson(text));
  if (!parsed.success) throw new Error("This file isn't a Deposit Matcher backup.");
  if (parsed.data.version > VERSION) {
    throw new Error("This backup was written by a newer version. Update the product first.");
  }
  return parsed.data;
}

/** A line other than a row. @throws Error for an unknown line. */
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

/** A table's stored (not generated) columns, in order, with their types. */
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
