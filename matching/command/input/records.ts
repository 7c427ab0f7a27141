import { type Header, type TableRow, tableHeader } from "@/lib/tables/header";
import { FieldError } from "./errors";

export type { Header };

/** The cells of a row by column, empty ones left out. */
export type CsvRecord = Record<string, string>;

/** @param nameOf our name for a column; null for a column we do not use */
export function headerOf(
  _file: string,
  { cells }: TableRow,
  nameOf: (cell: string) => string | null,
  rankOf?: (cell: string) => number,
): Header {
  return tableHeader(cells, nameOf, rankOf);
}

/**
 * The cells of a row; of several columns with one name the first that isn't empty.
 * @throws FieldError when the row has more cells than the header, unless they are empty
 */
export function recordOf(header: Header, width: number, { cells }: TableRow): CsvRecord {
  if (cells.length > width && cells.slice(width).some((cell) => cell !== "")) {
    throw new FieldError(
      "",
      `has ${cells.length} cells where the header has ${width} (a cell with a comma in it needs quotation marks)`,
    );
  }
  const record: CsvRecord = {};
  for (const [name, places] of header) {
    for (const place of places) {
      const cell = cells[place];
      if (!cell) continue;
      record[name] = cell;
      break;
    }
  }
  return record;
}
