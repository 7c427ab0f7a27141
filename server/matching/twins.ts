import { Classes } from "./classes";

const TABLE = 2 ** 20;

/**
 * Numbers the classes of rows that look alike. Most rows are alone, which shows from their amounts
 * and days: only where these meet are the keys compared.
 *
 * @param keyOf everything visible of a row; empty for a row that is like no other
 */
export function assignTwins<Row extends { twins: number; day: number }>(
  rows: Row[],
  amountOf: (row: Row) => number,
  keyOf: (row: Row) => string,
): void {
  const meetings = new Uint8Array(TABLE);
  const placeOf = (row: Row) =>
    (Math.imul(amountOf(row), 31) + Math.imul(row.day, 7919)) & (TABLE - 1);
  for (const row of rows) {
    const place = placeOf(row);
    meetings[place] = Math.min(2, (meetings[place] ?? 0) + 1);
  }
  const classes = new Classes();
  for (const row of rows) row.twins = classes.of(meetings[placeOf(row)] === 1 ? "" : keyOf(row));
}
