/** A cell that can't be read: what it holds, and what to do. The caller adds row and column. */
export class CellError extends Error {
  override name = "CellError";
}

/** A table that can't be read as a whole. The caller adds the name of the file. */
export class TableError extends Error {
  override name = "TableError";
}

/** Where a cell is: its row as a spreadsheet shows it, and its column's heading. */
export interface Place {
  row: number;
  column: string;
}

/** "row 7, field Amount" */
export function placeText({ row, column }: Place): string {
  return column === "" ? `row ${row}` : `row ${row}, field ${column}`;
}
