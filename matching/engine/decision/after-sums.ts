import { assignOneToOne } from "../assignment/one-to-one";
import type { SearchState } from "../blocking/search-state";
import { CandidatePairs } from "../compare/candidate-pairs";
import type { LinkageModel } from "../compare/model";
import type { EmTraining } from "../inference/em-training";
import { Marginals } from "../inference/marginals";
import type { DecidedSet } from "./outcome";

/** No set is surer than this. */
const LEAST_DOUBT = 2 ** -20;

/**
 * Rescores the pairs whose records are still free. Until the sums were known, their payments counted as unmatched and made
 * their amounts common. Now they compete with other lines only as far as the sum may be wrong.
 * O(candidate pairs).
 * @param training its probabilities are replaced: those of pairs of a free record with one that a pair has taken become 0
 * @param sets those accepted
 * @param state which records are taken
 * @returns the chosen pairs, at most one per free record, in the order of their items
 */
export function chooseAfterSums(
  model: LinkageModel,
  training: EmTraining,
  sets: readonly DecidedSet[],
  state: Pick<SearchState, "matchedItems" | "matchedRows">,
): number[] {
  const { items, rows } = model.records;
  const { pairs } = training;
  const free = new CandidatePairs();
  const origins: number[] = [];
  const doubts = doubtsOf(sets);
  const probabilities = Float64Array.from(training.probabilities);
  for (let pair = 0; pair < pairs.size; pair++) {
    const isItemFree = state.matchedItems[pairs.itemOf(pair)] === 0;
    const isRowFree = state.matchedRows[pairs.rowOf(pair)] === 0;
    if (!isItemFree && !isRowFree) continue;
    probabilities[pair] = 0;
    const isClaim = isItemFree
      ? isRowFree || doubts.rows.has(pairs.rowOf(pair))
      : doubts.items.has(pairs.itemOf(pair));
    if (!isClaim) continue;
    free.addCopy(pairs, pair);
    origins.push(pair);
  }
  free.index(items.length, rows.length);
  scoreAfterSums(free, sets, doubts, model);
  const found = new Marginals().infer(free, items.length, rows.length);
  for (const [at, pair] of origins.entries()) probabilities[pair] = found[at] ?? 0;
  training.probabilities = probabilities;
  const chosen = assignOneToOne(free, found, items.length, rows.length);
  const isFree = (at: number) =>
    state.matchedItems[free.itemOf(at)] === 0 && state.matchedRows[free.rowOf(at)] === 0;
  return [...chosen].filter(isFree).flatMap((at) => origins[at] ?? []);
}

/** Bits that a set's records lose in every other pair, by index: the surer the set, the more. */
interface Doubts {
  items: ReadonlyMap<number, number>;
  rows: ReadonlyMap<number, number>;
}

function doubtsOf(sets: readonly DecidedSet[]): Doubts {
  const items = new Map<number, number>();
  const rows = new Map<number, number>();
  for (const set of sets) {
    const doubt = Math.log2(Math.max(LEAST_DOUBT, 1 - set.probability));
    for (const { index } of set.items) items.set(index, doubt);
    for (const { index } of set.rows) rows.set(index, doubt);
  }
  return { items, rows };
}

/** Scores with the payments of sums counted as matched. The model is as before afterwards: a continued run starts from it. */
function scoreAfterSums(
  pairs: CandidatePairs,
  sets: readonly DecidedSet[],
  doubts: Doubts,
  { chance, recurring, records, scorer }: LinkageModel,
): void {
  const trained = chance.unmatched();
  const shares = Float64Array.from(trained);
  for (const { rows, probability } of sets) {
    for (const { index } of rows) {
      if (index < shares.length) shares[index] = (shares[index] ?? 0) * (1 - probability);
    }
  }
  chance.update(shares);
  recurring.update(shares);
  for (let pair = 0; pair < pairs.size; pair++) {
    const item = records.items[pairs.itemOf(pair)];
    const row = records.rows[pairs.rowOf(pair)];
    if (!item || !row) continue;
    const doubt = (doubts.items.get(item.index) ?? 0) + (doubts.rows.get(row.index) ?? 0);
    pairs.setScore(pair, scorer.score(item, row, pairs, pair) + doubt);
  }
  chance.update(trained);
  recurring.update(trained);
}
