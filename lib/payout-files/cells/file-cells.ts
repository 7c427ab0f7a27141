import { MAX_PAYOUT_FILE_BYTES } from "@/lib/constants/payout-files";
import { formatCount } from "@/lib/format";
import { TableError } from "@/lib/tables/errors";
import { csvCells } from "./csv-cells";
import { MAX_ROWS } from "./limits";
import { type Sheet, xlsxCells } from "./xlsx-cells";

export interface FileCells {
  /** One for CSV, without a name. */
  sheets: Sheet[];
  notes: string[];
}

/** Formats that can't be read, by their first bytes, and what to do. */
const FOREIGN = [
  { start: [0x1f, 0x8b], is: "is compressed (gzip); unpack it first" },
  {
    start: [0xd0, 0xcf, 0x11, 0xe0],
    is: "is an old Excel workbook (.xls); save it as .xlsx or CSV",
  },
  { start: [0x25, 0x50, 0x44, 0x46], is: "is a PDF; export the report as CSV or Excel" },
];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/**
 * The cells of a CSV file or an Excel workbook, whatever its name.
 * @param isHeader whether cells are a header that is known
 * @throws TableError that says what to do
 */
export async function fileCells(
  bytes: Uint8Array,
  isHeader: (cells: string[]) => boolean,
): Promise<FileCells> {
  if (bytes.length === 0) throw new TableError("is empty");
  if (bytes.length > MAX_PAYOUT_FILE_BYTES) {
    throw new TableError(
      `is larger than ${MAX_PAYOUT_FILE_BYTES / 1024 / 1024} MB; export a shorter period`,
    );
  }
  const foreign = FOREIGN.find(({ start }) => begins(bytes, start));
  if (foreign) throw new TableError(foreign.is);
  const cells = begins(bytes, ZIP)
    ? { sheets: await xlsxCells(bytes), notes: [] }
    : ofText(csvCells(bytes, isHeader));
  if (cells.sheets.some(({ rows }) => rows.length > MAX_ROWS)) {
    const most = formatCount(MAX_ROWS);
    throw new TableError(`has more than ${most} rows; export a shorter period`);
  }
  return cells;
}

function ofText({ rows, notes }: ReturnType<typeof csvCells>): FileCells {
  return { sheets: [{ name: "", rows }], notes };
}

function begins(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}
