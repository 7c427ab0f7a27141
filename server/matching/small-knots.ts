/** Competing pairs as cells of a grid of rows and columns. */
export interface Grid {
  rows: number;
  columns: number;
  /** Row, column and weight of each cell. */
  rowOf: Int32Array;
  columnOf: Int32Array;
  weights: Float64Array;
}

/** Columns of a grid that is still solved exactly: the work doubles with each. */
export const MOST_COLUMNS = 10;

/**
 * Exact probability of each cell, over all ways to pair rows with columns one to one, "no match"
 * included, each weighing the product of its cells. Forward and backward sums over the sets of
 * columns already taken: 2^columns steps per cell.
 */
export function exactProbabilities({
  rows,
  columns,
  rowOf,
  columnOf,
  weights,
}: Grid): Float64Array {
  const size = 1 << columns;
  const cellsOf: number[][] = Array.from({ length: rows }, () => []);
  for (const [cell, row] of rowOf.entries()) cellsOf[row]?.push(cell);
  const forward = new Float64Array((rows + 1) * size);
  const backward = new Float64Array((rows + 1) * size).fill(1, rows * size);
  forward[0] = 1;
  for (let row = 0; row < rows; row++) {
    const [from, to] = [row * size, (row + 1) * size];
    for (let taken = 0; taken < size; taken++) {
      const ways = forward[from + taken] ?? 0;
      if (ways === 0) continue;
      forward[to + taken] = (forward[to + taken] ?? 0) + ways;
      for (const cell of cellsOf[row] ?? []) {
        const bit = 1 << (columnOf[cell] ?? 0);
        if ((taken & bit) !== 0) continue;
        const at = to + (taken | bit);
        forward[at] = (forward[at] ?? 0) + ways * (weights[cell] ?? 0);
      }
    }
  }
  for (let row = rows - 1; row >= 0; row--) {
    const [from, to] = [(row + 1) * size, row * size];
    for (let taken = 0; taken < size; taken++) {
      let ways = backward[from + taken] ?? 0;
      for (const cell of cellsOf[row] ?? []) {
        const bit = 1 << (columnOf[cell] ?? 0);
        if ((taken & bit) === 0)
          ways += (weights[cell] ?? 0) * (backward[from + (taken | bit)] ?? 0);
      }
      backward[to + taken] = ways;
    }
  }
  const all = backward[0] ?? 1;
  return weights.map((weight, cell) => {
    const row = rowOf[cell] ?? 0;
    const bit = 1 << (columnOf[cell] ?? 0);
    let ways = 0;
    for (let taken = 0; taken < size; taken++) {
      if ((taken & bit) !== 0) continue;
      ways +=
        (forward[row * size + taken] ?? 0) * (backward[(row + 1) * size + (taken | bit)] ?? 0);
    }
    return (ways * weight) / all;
  });
}
