import { strFromU8, type Unzipped, unzipSync, zipSync } from "fflate";
import readXlsxFile from "read-excel-file/universal";
import { formatCount } from "@/lib/format";
import { TableError } from "@/lib/tables/errors";
import type { TableRow } from "@/lib/tables/header";
import { MAX_COLUMNS, MAX_ROWS, MAX_UNPACKED_BYTES } from "./limits";

export interface Sheet {
  name: string;
  rows: TableRow[];
}

const NOT_A_WORKBOOK = "is not an Excel workbook that can be read; save the workbook as CSV";

/**
 * The sheets of an Excel workbook. Numbers have a point as decimal sign, days are `YYYY-MM-DD`.
 * @throws TableError when it is no workbook, or larger unpacked than a list of payouts
 */
export async function xlsxCells(bytes: Uint8Array): Promise<Sheet[]> {
  const entries = unpacked(bytes);
  for (const [name, content] of Object.entries(entries)) {
    if (/^xl\/worksheets\//i.test(name)) refuseHuge(strFromU8(content));
  }
  // Packed without compression: the reader needs no thread to unpack it, and gets nothing but what was checked.
  const checked = zipSync(entries, { level: 0 });
  try {
    const sheets = await readXlsxFile(new Blob([checked.slice().buffer]));
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: rowsOf(data) }));
  } catch (error) {
    throw new TableError(NOT_A_WORKBOOK, { cause: error });
  }
}

/** The XML of a workbook. What an entry says of its size is all that is unpacked of it. */
function unpacked(bytes: Uint8Array): Unzipped {
  let size = 0;
  try {
    return unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!/\.(?:xml|rels)$/i.test(name)) return false;
        size += originalSize;
        if (size > MAX_UNPACKED_BYTES) throw new TableError(tooLarge());
        return true;
      },
    });
  } catch (error) {
    if (error instanceof TableError) throw error;
    throw new TableError(NOT_A_WORKBOOK, { cause: error });
  }
}

const MARK = /<(?:\w+:)?(row|c)(?=[\s/>])|\br\s*=\s*["']([A-Za-z]*)(\d*)["']/g;

/** One cell far away makes a sheet of many empty ones, so places count, not bytes. */
function refuseHuge(xml: string): void {
  let row = 0;
  let column = 0;
  for (const [, tag, letters = "", digits = ""] of xml.matchAll(MARK)) {
    if (tag === "row") {
      row++;
      column = 0;
    } else if (tag === "c") column++;
    else {
      if (digits !== "") row = Math.max(row, Number(digits));
      if (letters !== "") column = Math.max(column, columnNumber(letters));
    }
    if (row > MAX_ROWS || column > MAX_COLUMNS) throw new TableError(tooLarge());
  }
}

function tooLarge(): string {
  const rows = formatCount(MAX_ROWS);
  return `is larger than ${rows} rows of ${MAX_COLUMNS} columns; delete what isn't the list of payouts, or save the sheet as CSV`;
}

function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase().slice(0, 8)) {
    number = number * 26 + letter.charCodeAt(0) - 64;
  }
  return number;
}

function rowsOf(data: readonly (readonly unknown[])[]): TableRow[] {
  return data.flatMap((values, at) => {
    const cells = values.map(cellText);
    return cells.some(Boolean) ? { cells, row: at + 1 } : [];
  });
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return dateText(value);
  return typeof value === "number" ? numberText(value) : String(value).trim();
}

/** As a spreadsheet keeps it: 15 digits. Three decimals get a fourth, since "1.234" could be read as thousands. */
function numberText(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  return /^-?\d+\.\d{3}$/.test(text) ? `${text}0` : text;
}

/** Workbooks have no time zones: the package gives the day and time that are shown, as if they were UTC. */
function dateText(value: Date): string {
  const [day = "", time = ""] = value.toISOString().split("T");
  const shown = time.slice(0, 8);
  return shown === "00:00:00" ? day : `${day} ${shown}`;
}
