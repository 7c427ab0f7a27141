import { CsvError, parse } from "csv-parse/browser/esm/sync";
import { Utf8Stream } from "@/lib/tables/encoding";
import { TableError } from "@/lib/tables/errors";
import type { TableRow } from "@/lib/tables/header";
import { separatorOf } from "@/lib/tables/separator";

/** Enough to compare separators, below any heading block. */
const SAMPLE = 64 * 1024;
const ANNOUNCED = /^sep=.\r?\n/i;

/**
 * The rows of a CSV file that have a cell that isn't empty. UTF-8, UTF-16 or Windows-1252, separated by comma,
 * semicolon, tab or "|", also after Excel's first line `sep=;`.
 * @param isHeader whether cells are a known header: its separator is the file's
 * @throws TableError when it is no text, or a quotation mark is out of place
 */
export function csvCells(
  bytes: Uint8Array,
  isHeader: (cells: string[]) => boolean,
): { rows: TableRow[]; notes: string[] } {
  const stream = new Utf8Stream();
  const decoder = new TextDecoder();
  const text = decoder.decode(stream.push(bytes), { stream: true }) + decoder.decode(stream.end());
  const announced = ANNOUNCED.exec(text)?.[0].length ?? 0;
  const delimiter = separatorOf(text.slice(0, SAMPLE), isHeader);
  const isGuess = stream.encoding === "windows-1252";
  const example = stream.example === null ? "" : ` ("${stream.example}")`;
  const first = announced > 0 ? 2 : 1;
  const records = parsed(text.slice(announced), delimiter, first);
  return {
    rows: records.flatMap((cells, at) => (cells.some(Boolean) ? { cells, row: at + first } : [])),
    notes: isGuess ? [`The file is not UTF-8; it was read as Windows-1252${example}.`] : [],
  };
}

function parsed(text: string, delimiter: string, first: number): string[][] {
  try {
    return parse(text, {
      delimiter,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: false,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const reason =
      error.code === "CSV_QUOTE_NOT_CLOSED"
        ? 'a quotation mark (") is opened here and never closed'
        : 'a quotation mark (") is in the middle of a cell; inside of cells it is written twice ("")';
    throw new TableError(`row ${Number(error.records) + first}: ${reason}`);
  }
}
