import { pipeline } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { bytesOf } from "./bytes";
import { InputError } from "./errors";

/** The cells of one row, trimmed, and its number as a spreadsheet shows it: the first row is 1. */
export interface CsvRow {
  cells: string[];
  row: number;
}

const BATCH = 1000;

/**
 * All rows of a CSV file with a non-empty cell, in batches. The reader checks how many cells a row has:
 * reports have titles above and notes below their table.
 * @throws InputError when quotes are unbalanced
 */
export async function* csvRows(file: string): AsyncGenerator<CsvRow[]> {
  const parser = parse({ trim: true, relax_column_count: true });
  // Destroying the parser with the error passes it to the reader below.
  const records: AsyncIterable<string[]> = pipeline(bytesOf(file), parser, () => {});
  let row = 0;
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

function faultIn(file: string, { code, records }: CsvError): string {
  const reason =
    code === "CSV_QUOTE_NOT_CLOSED"
      ? 'a quotation mark (") is opened here and never closed'
      : 'a quotation mark (") is in the middle of a cell; inside of cells it is written twice ("")';
  return `${file}, row ${Number(records) + 1}: ${reason}`;
}
