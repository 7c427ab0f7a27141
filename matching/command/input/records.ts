import type { CsvRow } from "./csv";
import { FieldError, InputError } from "./errors";

/** Index of each column. */
export type Header = ReadonlyMap<string, number>;

/** The cells of a row by column, empty ones left out. */
export type CsvRecord = Record<string, string>;

/**
 * @param nameOf our name for a column; null for a column we do not use
 * @throws InputError for a repeated column
 */
export function headerOf(
  file: string,
  { cells, row }: CsvRow,
  nameOf: (cell: string) => string | null,
): Header {
  const header = new Map<string, number>();
  for (const [place, cell] of cells.entries()) {
    const name = nameOf(cell);
    if (name === null) continue;
    if (header.has(name)) {
      throw new InputError(`${file}, row ${row}: there are two columns "${cell}"`);
    }
    header.set(name, place);
  }
  return header;
}

/** @throws FieldError when the row has more or fewer cells than the header; extra empty cells are allowed */
export function recordOf(header: Header, width: number, { cells }: CsvRow): CsvRecord {
  if (cells.length < width || cells.slice(width).some((cell) => cell !== "")) {
    throw new FieldError(
      "",
      `has ${cells.length} cells where the header has ${width} (a cell with a comma in it needs quotation marks)`,
    );
  }
  const record: CsvRecord = {};
  for (const [name, place] of header) {
    const cell = cells[place];
    if (cell) record[name] = cell;
  }
  return record;
}
