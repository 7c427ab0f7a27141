import { type Grouped, groupRows } from "./grouped";
import type { Grid } from "./small-knots";

/** Sweeps without damping: enough for knots without rings, where they are exact. */
const PLAIN_SWEEPS = 8;
const MOST_SWEEPS = 60;
/** Relative change of a message that still counts. */
const TOLERANCE = 1e-4;

/**
 * Probability of each cell by belief propagation on the monomer–dimer model, exact where cells form
 * no rings and close elsewhere (Bayati, Gamarnik, Katz, Nair and Tetali 2007). A message says how free
 * a row (a column) is when the cell itself is left out: 1 / (1 + what all its other cells offer).
 */
export function propagate({ rows, columns, rowOf, columnOf, weights }: Grid): Float64Array {
  const ofRow = groupRows(rowOf, rows);
  const ofColumn = groupRows(columnOf, columns);
  const fromRow = new Float64Array(weights.length).fill(1);
  const fromColumn = new Float64Array(weights.length).fill(1);
  const sums = new Float64Array(weights.length + 1);
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    const damped = sweep >= PLAIN_SWEEPS;
    const change = Math.max(
      send(ofRow, weights, { incoming: fromColumn, outgoing: fromRow, sums }, damped),
      send(ofColumn, weights, { incoming: fromRow, outgoing: fromColumn, sums }, damped),
    );
    if (change <= TOLERANCE) break;
  }
  return weights.map((weight, cell) => {
    const both = weight * (fromRow[cell] ?? 0) * (fromColumn[cell] ?? 0);
    return both / (1 + both);
  });
}

interface Messages {
  incoming: Float64Array;
  outgoing: Float64Array;
  /** Scratch space. */
  sums: Float64Array;
}

/** Sums from both ends: differences of sums would cancel what matters. @returns the largest relative change */
function send(
  { starts, rows: cells }: Grouped,
  weights: Float64Array,
  { incoming, outgoing, sums }: Messages,
  damped: boolean,
): number {
  let change = 0;
  for (let list = 0; list + 1 < starts.length; list++) {
    const [from, to] = [starts[list] ?? 0, starts[list + 1] ?? 0];
    sums[to] = 0;
    for (let i = to - 1; i > from; i--) {
      const cell = cells[i] ?? 0;
      sums[i] = (sums[i + 1] ?? 0) + (weights[cell] ?? 0) * (incoming[cell] ?? 0);
    }
    let before = 0;
    for (let i = from; i < to; i++) {
      const cell = cells[i] ?? 0;
      const old = outgoing[cell] ?? 1;
      const plain = 1 / (1 + before + (sums[i + 1] ?? 0));
      const message = damped ? Math.sqrt(plain * old) : plain;
      before += (weights[cell] ?? 0) * (incoming[cell] ?? 0);
      outgoing[cell] = message;
      change = Math.max(change, Math.abs(message - old) / old);
    }
  }
  return change;
}
