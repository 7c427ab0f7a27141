import { counted } from "@/lib/counted";
import { withoutCurrency } from "@/lib/tables/currencies";
import type { Dialect } from "@/lib/tables/dialect";
import { isTotalRow, type TableRow, trimmedEnd } from "@/lib/tables/header";
import { type Collected, collectPayouts } from "./rows/collect-payouts";
import { Columns, foldHeading, RowReader } from "./rows/row-reader";
import type { PayoutFormat } from "./rows/types";

/** A table of payouts, without headers that are repeated. */
export interface PayoutTable {
  above: TableRow[];
  header: TableRow;
  rows: TableRow[];
  /** What adds the rows up. */
  totals: TableRow[];
  notes: string[];
}

/** The table below the header that is at a place among the rows. */
export function tableBelow(rows: readonly TableRow[], place: number): PayoutTable {
  const { cells = [], row = 0 } = rows[place] ?? {};
  const header = { cells: trimmedEnd(cells), row };
  const same = header.cells.map(foldHeading).join("\n");
  const below = rows.slice(place + 1);
  const kept = below.filter((one) => trimmedEnd(one.cells).map(foldHeading).join("\n") !== same);
  const totals = kept.filter((one) => isTotalRow(one.cells));
  const repeated = below.length - kept.length;
  return {
    above: rows.slice(0, place),
    header,
    rows: kept.filter((one) => !totals.includes(one)),
    totals,
    notes:
      repeated === 0
        ? []
        : [`The header is there ${counted(repeated + 1, "time")}; the rows below each are read.`],
  };
}

/**
 * The payouts of a table, read with a dialect that learns from it.
 * @throws RowError for a report that lacks what its rows need
 */
export function payoutsOfTable(
  table: PayoutTable,
  format: PayoutFormat,
  dialect: Dialect,
  timeZone: string,
): Collected {
  for (const { cells, row } of table.above) {
    dialect.row = row;
    for (const cell of cells) if (cell !== "") dialect.title(cell);
  }
  for (const heading of table.header.cells) {
    const { mark } = withoutCurrency(heading);
    if (mark) dialect.currency.name(mark);
  }
  const reader = (headings: readonly string[]) => {
    const columns = new Columns(headings);
    return (row: TableRow) => new RowReader(columns, row, dialect, timeZone);
  };
  const read = reader(table.header.cells);
  const rows = table.rows.map(read);
  const reading = format.begin(rows, {
    above: table.above,
    totals: table.totals.map(read),
    reader: (headings, row) => reader(headings)(row),
  });
  return collectPayouts(reading, rows);
}
