/**
 * Rows by id after a change, in the order of ids. Copies the map, and sorts only where a new row comes before others.
 * @param set rows that came or changed, in the order of ids
 */
export function withChanges<Row>(
  rows: ReadonlyMap<number, Row>,
  gone: Iterable<number>,
  set: Iterable<readonly [id: number, row: Row]>,
): Map<number, Row> {
  const changed = new Map(rows);
  for (const id of gone) changed.delete(id);
  let last = Number.NEGATIVE_INFINITY;
  for (const id of changed.keys()) last = id;
  let isSorted = true;
  for (const [id, row] of set) {
    if (!changed.has(id)) {
      isSorted &&= id > last;
      last = id;
    }
    changed.set(id, row);
  }
  return isSorted ? changed : new Map([...changed].sort(([a], [b]) => a - b));
}
