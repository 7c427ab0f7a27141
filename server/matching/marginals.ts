import { type Knot, Knots } from "./knots";
import { bitsOf, type Pairs } from "./pairs";
import { propagate } from "./propagation";
import { exactProbabilities, type Grid, MOST_COLUMNS } from "./small-knots";

const MOST_BITS = 60;
/** 2^(16 × 60) still is a number. */
const MOST_ROWS = 16;

/**
 * Probability of every candidate pair when all are decided together: of all ways to pair rows one
 * to one ("no match" included) each weighs 2^(sum of its scores), and a pair's probability is the
 * share of the ways that contain it. Small knots of competing pairs are counted out, larger ones go
 * by belief propagation. Equal candidates come out equal, so ties are seen as ties, and only rows of
 * one knot influence each other.
 *
 * @returns one probability per pair.
 */
export function marginals(pairs: Pairs, units: number, entries: number): Float64Array {
  const probabilities = new Float64Array(pairs.size);
  const knots = new Knots(pairs, units, entries);
  for (let pair = 0; pair < pairs.size; pair++) {
    if (!knots.isBinding(pair) || !knots.isAlone(pair)) continue;
    const weight = weightOf(pairs, pair);
    probabilities[pair] = weight / (1 + weight);
  }
  const places = { units: new Int32Array(units), entries: new Int32Array(entries) };
  for (const knot of knots.groups()) solve(pairs, knot, places, probabilities);
  addFaint(pairs, knots, probabilities, { units, entries });
  return probabilities;
}

interface Places {
  units: Int32Array;
  entries: Int32Array;
}

function solve(pairs: Pairs, knot: Knot, places: Places, probabilities: Float64Array): void {
  for (const [i, unit] of knot.units.entries()) places.units[unit] = i;
  for (const [i, entry] of knot.entries.entries()) places.entries[entry] = i;
  const ofUnits = Int32Array.from(knot.pairs, (pair) => places.units[pairs.unitOf(pair)] ?? 0);
  const ofEntries = Int32Array.from(knot.pairs, (pair) => places.entries[pairs.entryOf(pair)] ?? 0);
  const weights = Float64Array.from(knot.pairs, (pair) => weightOf(pairs, pair));
  const tall = knot.units.length >= knot.entries.length;
  const grid: Grid = {
    rows: Math.max(knot.units.length, knot.entries.length),
    columns: Math.min(knot.units.length, knot.entries.length),
    rowOf: tall ? ofUnits : ofEntries,
    columnOf: tall ? ofEntries : ofUnits,
    weights,
  };
  const isSmall = grid.columns <= MOST_COLUMNS && grid.rows <= MOST_ROWS;
  const found = isSmall ? exactProbabilities(grid) : propagate(grid);
  for (const [i, pair] of knot.pairs.entries()) probabilities[pair] = found[i] ?? 0;
}

/** Pairs too weak to tie a knot get what the others leave of their rows. */
function addFaint(
  pairs: Pairs,
  knots: Knots,
  probabilities: Float64Array,
  size: { units: number; entries: number },
): void {
  const freeUnits = new Float64Array(size.units).fill(1);
  const freeEntries = new Float64Array(size.entries).fill(1);
  for (let pair = 0; pair < pairs.size; pair++) {
    const probability = probabilities[pair] ?? 0;
    const [unit, entry] = [pairs.unitOf(pair), pairs.entryOf(pair)];
    freeUnits[unit] = (freeUnits[unit] ?? 0) - probability;
    freeEntries[entry] = (freeEntries[entry] ?? 0) - probability;
  }
  for (let pair = 0; pair < pairs.size; pair++) {
    if (knots.isBinding(pair)) continue;
    const free = (freeUnits[pairs.unitOf(pair)] ?? 0) * (freeEntries[pairs.entryOf(pair)] ?? 0);
    const weight = weightOf(pairs, pair);
    probabilities[pair] = (Math.max(0, free) * weight) / (1 + weight);
  }
}

function weightOf(pairs: Pairs, pair: number): number {
  return 2 ** Math.min(MOST_BITS, bitsOf(pairs.scoreOf(pair)));
}
