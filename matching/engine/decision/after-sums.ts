import { assignOneToOne } from "../assignment/one-to-one";
import type { SearchState } from "../blocking/search-state";
import { CandidatePairs } from "../compare/candidate-pairs";
import type { LinkageModel } from "../compare/model";
import type { EmTraining } from "../inference/em-training";
import { marginals } from "../inference/marginals";
import type { DecidedSet } from "./outcome";

/**
 * Weighs the pairs of records that are still free anew. A payment that is a part of a sum looked as if it had no line of
 * its own, and made its amount common; now it is explained, and no rival to other lines either. O(candidate pairs).
 * @param training its probabilities are replaced: those of pairs with one record that is taken become 0
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
  const probabilities = Float64Array.from(training.probabilities);
  for (let pair = 0; pair < pairs.size; pair++) {
    const isItemFree = state.matchedItems[pairs.itemOf(pair)] === 0;
    const isRowFree = state.matchedRows[pairs.rowOf(pair)] === 0;
    if (isItemFree || isRowFree) probabilities[pair] = 0;
    if (!isItemFree || !isRowFree) continue;
    free.addCopy(pairs, pair);
    origins.push(pair);
  }
  free.index(items.length, rows.length);
  scoreAfterSums(free, sets, model);
  const found = marginals(free, items.length, rows.length);
  for (const [at, pair] of origins.entries()) probabilities[pair] = found[at] ?? 0;
  training.probabilities = probabilities;
  const chosen = assignOneToOne(free, found, items.length, rows.length);
  return [...chosen].flatMap((at) => origins[at] ?? []);
}

/** Scores with the payments of sums counted as matched. The model is as before afterwards: a continued run starts from it. */
function scoreAfterSums(
  pairs: CandidatePairs,
  sets: readonly DecidedSet[],
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
    if (item && row) pairs.setScore(pair, scorer.score(item, row, pairs, pair));
  }
  chance.update(trained);
  recurring.update(trained);
}
