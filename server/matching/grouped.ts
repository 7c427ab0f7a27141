/** Rows by group: those of group i are rows[starts[i]] … rows[starts[i + 1] − 1], in ascending order. */
export interface Grouped {
  starts: Int32Array;
  rows: Int32Array;
}

/**
 * Counting sort.
 * @param groupOf group of each row, 0 … groups − 1; −1 leaves a row out
 */
export function groupRows(groupOf: Int32Array, groups: number): Grouped {
  const starts = new Int32Array(groups + 1);
  for (const group of groupOf) {
    if (group >= 0) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
  }
  for (let i = 0; i < groups; i++) starts[i + 1] = (starts[i + 1] ?? 0) + (starts[i] ?? 0);
  const place = starts.slice();
  const rows = new Int32Array(starts[groups] ?? 0);
  for (let row = 0; row < groupOf.length; row++) {
    const group = groupOf[row] ?? -1;
    if (group < 0) continue;
    const at = place[group] ?? 0;
    rows[at] = row;
    place[group] = at + 1;
  }
  return { starts, rows };
}
