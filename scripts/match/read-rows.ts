import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { createInterface } from "node:readline";
import { parse } from "csv-parse";

/** Unreadable or invalid input: exit code 1, one line that names file, row and field. */
export class InputError extends Error {
  override name = "InputError";
}

/**
 * The rows of a file, one by one: a JSON array, NDJSON or CSV by its ending. CSV cells are texts and
 * empty cells are left out. @throws InputError when the file cannot be read that way.
 */
export async function* readRows(file: string): AsyncGenerator<unknown> {
  try {
    switch (extname(file).toLowerCase()) {
      case ".csv":
        yield* readCsv(file);
        return;
      case ".ndjson":
      case ".jsonl":
        yield* readNdjson(file);
        return;
      case ".json":
        yield* await readJson(file);
        return;
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new InputError(`${file}: the name has to end in .json, .ndjson, .jsonl or .csv`);
}

async function readJson(file: string): Promise<unknown[]> {
  const rows: unknown = JSON.parse(withoutMark(await readFile(file, "utf8")));
  if (!Array.isArray(rows)) throw new InputError(`${file}: the file has to hold a JSON array`);
  return rows;
}

async function* readNdjson(file: string): AsyncGenerator<unknown> {
  const lines = createInterface({
    input: createReadStream(file, "utf8"),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  let row = 0;
  for await (const line of lines) {
    const text = withoutMark(line).trim();
    if (text === "") continue;
    row++;
    try {
      yield JSON.parse(text);
    } catch {
      throw new InputError(`${file}, row ${row}: this is not JSON`);
    }
  }
}

async function* readCsv(file: string): AsyncGenerator<unknown> {
  const parser = createReadStream(file).pipe(
    parse({ columns: true, bom: true, trim: true, skip_empty_lines: true }),
  );
  for await (const row of parser) {
    const cells = Object.entries(row as Record<string, string>);
    yield Object.fromEntries(cells.filter(([, value]) => value !== ""));
  }
}

/** A byte order mark is no part of the text. */
function withoutMark(text: string): string {
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}
