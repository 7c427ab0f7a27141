import type { DecimalSign } from "@/lib/tables/amount-text";
import type { UndecidedDate } from "@/lib/tables/date-order";
import type { DateOrder } from "@/lib/tables/date-text";
import { type Decision, Dialect, type DialectSettings } from "@/lib/tables/dialect";
import { TableError } from "@/lib/tables/errors";
import { likelyHeader, type TableRow } from "@/lib/tables/header";
import { fileCells } from "./cells/file-cells";
import type { Sheet } from "./cells/xlsx-cells";
import { formatOfHeader, KNOWN_FORMATS } from "./formats/known-formats";
import { type Mapping, mappedFormat, mappingFault } from "./formats/mapped";
import { suggestMapping } from "./formats/suggest-mapping";
import { type FilePayout, identified } from "./identified";
import { type PayoutTable, payoutsOfTable, tableBelow } from "./payouts-of-table";
import type { Collected, RowNote } from "./rows/collect-payouts";
import { type PayoutFormat, RowError } from "./rows/types";

export interface PayoutFileOptions {
  /** For a file that isn't recognized, or that a user reads otherwise. */
  mapping?: Mapping | undefined;
  decimalSign?: DecimalSign | undefined;
  dateOrder?: DateOrder | undefined;
  /** ISO 4217, of rows that name none. */
  currency?: string | undefined;
  /** In which moments become days; IANA. */
  timeZone: string;
}

/** What a file of payouts says. Nothing of it is guessed: what isn't decided is in `problem`. */
export interface ParsedPayoutFile {
  /** Null for a file that isn't recognized, as long as its columns are not chosen. */
  format: Pick<PayoutFormat, "id" | "title" | "processor"> | null;
  sheet: string;
  headings: string[];
  headerRow: number;
  /** The first rows below the header. */
  sample: TableRow[];
  rows: number;
  /** For a file that isn't recognized. */
  suggestion: Mapping | null;
  payouts: FilePayout[];
  errors: RowNote[];
  leftOut: RowNote[];
  notes: string[];
  /** Why nothing of it can be imported, and what to do. */
  problem: string | null;
  /** A date that may be two days: `dateOrder` decides. */
  undecidedDate: UndecidedDate | null;
  /** The file names no currency: `currency` decides. */
  needsCurrency: boolean;
}

const SAMPLE_ROWS = 12;
const NONE: Collected = { payouts: [], errors: [], leftOut: [] };

/**
 * Reads a CSV file or an Excel workbook of payouts: a report that is recognized by its header, or columns that a user
 * has chosen.
 * @throws TableError when the file is no table
 */
export async function parsePayoutFile(
  bytes: Uint8Array,
  options: PayoutFileOptions,
): Promise<ParsedPayoutFile> {
  const { mapping } = options;
  const own = mapping && mappingFault(mapping) === null ? [mappedFormat(mapping)] : [];
  const formats = mapping ? own : KNOWN_FORMATS;
  const isHeader = (cells: string[]) => formatOfHeader(cells, formats) !== undefined;
  const { sheets, notes } = await fileCells(bytes, isHeader);
  const found = findTable(sheets, formats);
  if (!found) throw new TableError(noHeader(sheets, mapping));
  const { sheet, table, format } = found;
  const about = {
    format: format && { id: format.id, title: format.title, processor: format.processor },
    sheet,
    headings: table.header.cells,
    headerRow: table.header.row,
    sample: table.rows.slice(0, SAMPLE_ROWS),
    rows: table.rows.length,
    suggestion: format ? null : suggestMapping(table.header.cells),
  };
  const fault = (mapping && mappingFault(mapping)) ?? format?.refused ?? null;
  const unread = { ...NONE, problem: fault, undecidedDate: null, needsCurrency: false };
  const read = format && fault === null ? readTwice(table, format, options) : unread;
  const isDecided = read.problem === null && !read.undecidedDate && !read.needsCurrency;
  return {
    ...about,
    ...read,
    payouts: isDecided ? identified(read.payouts) : [],
    notes: [...notes, ...table.notes],
  };
}

type Read = Collected & Pick<ParsedPayoutFile, "problem" | "undecidedDate" | "needsCurrency">;

/** With what is known of the dialect, and again while the last row has shown that to be wrong. */
function readTwice(table: PayoutTable, format: PayoutFormat, options: PayoutFileOptions): Read {
  const settings: DialectSettings = {
    decimalSign: options.decimalSign,
    dateOrder: options.dateOrder,
    currency: { given: undefined, otherwise: options.currency ?? "USD", option: "the currency" },
    decimalSignOption: "the decimal sign:",
  };
  try {
    let decided: Decision | null = null;
    for (let more = 2; ; more--) {
      const dialect: Dialect = new Dialect(settings, decided);
      const collected = payoutsOfTable(table, format, dialect, options.timeZone);
      const { decision, undecided, isAssumed } = dialect.decide();
      if (more === 0 || dialect.agreesWith(decision)) {
        const needsCurrency = isAssumed && options.currency === undefined;
        return { ...collected, problem: null, undecidedDate: undecided, needsCurrency };
      }
      decided = decision;
    }
  } catch (error) {
    if (!(error instanceof TableError) && !(error instanceof RowError)) throw error;
    return { ...NONE, problem: error.message, undecidedDate: null, needsCurrency: false };
  }
}

interface Found {
  sheet: string;
  table: PayoutTable;
  format: PayoutFormat | null;
}

/** The first sheet with a header that is known; otherwise the longest, below what looks like a header. */
function findTable(sheets: readonly Sheet[], formats: readonly PayoutFormat[]): Found | null {
  for (const { name, rows } of sheets) {
    for (const [place, { cells }] of rows.entries()) {
      const format = formatOfHeader(cells, formats);
      if (format) return { sheet: name, format, table: tableBelow(rows, place) };
    }
  }
  const [longest] = sheets.toSorted((a, b) => b.rows.length - a.rows.length);
  const header = longest && likelyHeader(longest.rows.slice(0, 100));
  if (!longest || !header) return null;
  const place = longest.rows.indexOf(header);
  return { sheet: longest.name, format: null, table: tableBelow(longest.rows, place) };
}

function noHeader(sheets: readonly Sheet[], mapping: Mapping | undefined): string {
  if (sheets.every(({ rows }) => rows.length === 0)) return "has no rows";
  const needs = mapping ? ` with ${Object.values(mapping.columns).join(", ")}` : "";
  return `has no row of headings${needs}; put the names of the columns above the rows`;
}
