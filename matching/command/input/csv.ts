import { pipeline } from "node:stream";
import { CsvError, parse } from "csv-parse";
import type { TableRow } from "@/lib/tables/header";
import { separatorOf } from "@/lib/tables/separator";
import { bytesOf, type OnEncoding } from "./bytes";
import { InputError } from "./errors";

export type CsvRow = TableRow;

const BATCH = 1000;
/** Enough to compare separators, below any heading block. */
const SAMPLE_BYTES = 64 * 1024;
const ANNOUNCED = /^sep=.\r?\n/i;

/**
 * All rows of a CSV file with a non-empty cell, in batches. The reader checks how many cells a row has:
 * reports have titles above and notes below their table.
 * @param isHeader whether cells are a header that is known, which tells the separator
 * @throws InputError when quotes are unbalanced
 */
export async function* csvRows(
  file: string,
  isHeader: (cells: string[]) => boolean = () => false,
  onEncoding?: OnEncoding,
): AsyncGenerator<CsvRow[]> {
  const pieces = bytesOf(file, onEncoding);
  const first = await pieces.next();
  if (first.done) return;
  const sample = first.value.subarray(0, SAMPLE_BYTES).toString("utf8");
  const announced = ANNOUNCED.exec(sample)?.[0].length ?? 0;
  const delimiter = separatorOf(sample, isHeader);
  const parser = parse({ delimiter, trim: true, relax_column_count: true });
  // Destroying the parser with the error passes it to the reader below.
  const records: AsyncIterable<string[]> = pipeline(
    followedBy(first.value.subarray(announced), pieces),
    parser,
    () => {},
  );
  let row = announced > 0 ? 1 : 0;
  let batch: CsvRow[] = [];
  try {
    for await (const cells of records) {
      row++;
      if (cells.some((cell) => cell !== "")) batch.push({ cells, row });
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (error instanceof CsvError) throw new InputError(faultIn(file, error));
    throw error;
  }
  yield batch;
}

async function* followedBy(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

function faultIn(file: string, { code, records }: CsvError): string {
  const reason =
    code === "CSV_QUOTE_NOT_CLOSED"
      ? 'a quotation mark (") is opened here and never closed'
      : 'a quotation mark (") is in the middle of a cell; inside of cells it is written twice ("")';
  return `${file}, row ${Number(records) + 1}: ${reason}`;
}
