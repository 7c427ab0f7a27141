import { CandidatePairs } from "../compare/candidate-pairs";
import type { LinkageModel } from "../compare/model";
import { EmTraining, type OpenFlags } from "../inference/em-training";

/** Indexed candidate pairs of changed books, beside those of the complete run. */
export interface PairsBeside {
  pairs: CandidatePairs;
  /** The same pair of the complete run, by pair; −1 for a new one. */
  origins: readonly number[];
  before: CandidatePairs;
  /** How many pairs are of the first blocking pass, now and before. */
  firstPass: { now: number; before: number };
}

/**
 * The records that have other pairs than in the complete run, and all with which pairs connect them, directly or
 * indirectly. Elsewhere pairs and scores are the same, and with them all that follows from pairs alone.
 */
export class ChangedRegion {
  /** Its pairs alone, in the order of all, indexed. */
  readonly pairs = new CandidatePairs();
  /** By pair of the region, its number among all. */
  readonly places: number[] = [];
  private readonly items: Uint8Array;
  private readonly rows: Uint8Array;
  private readonly training: EmTraining;

  /**
   * O(pairs), and what the region takes.
   * @param end how many pairs of the complete run are compared with, from the first on
   */
  constructor(
    private readonly compared: PairsBeside,
    end: number,
    model: LinkageModel,
  ) {
    const { items, rows } = model.records;
    this.items = new Uint8Array(items.length);
    this.rows = new Uint8Array(rows.length);
    this.training = new EmTraining(model, this.pairs);
    this.spread(this.changedItems(end));
    const { pairs } = compared;
    for (let pair = 0; pair < pairs.size; pair++) {
      if (this.items[pairs.itemOf(pair)] !== 1) continue;
      this.pairs.addCopy(pairs, pair);
      this.places.push(pair);
    }
    this.pairs.index(items.length, rows.length);
    this.training.infer();
  }

  hasItem(index: number): boolean {
    return this.items[index] === 1;
  }

  /** Marginal probabilities of the region's pairs. */
  get probabilities(): Float64Array {
    return this.training.probabilities;
  }

  /** @returns by pair of all. @param known by pair of the complete run */
  allProbabilities(known: Float64Array): Float64Array {
    const { origins } = this.compared;
    const all = new Float64Array(origins.length);
    for (let pair = 0; pair < all.length; pair++) all[pair] = known[origins[pair] ?? -1] ?? 0;
    for (const [at, pair] of this.places.entries()) all[pair] = this.probabilities[at] ?? 0;
    return all;
  }

  /** @returns the flags as they are now. @param known as they were in the complete run */
  openRecords(known: OpenFlags): OpenFlags {
    const now = this.training.openRecords();
    return {
      openItems: outside(this.items, known.openItems, now.openItems),
      openRows: outside(this.rows, known.openRows, now.openRows),
    };
  }

  /** Marks the records of pairs that are new, gone or in another order. @returns the items that such records have pairs with */
  private changedItems(end: number): number[] {
    const { pairs, origins, before } = this.compared;
    const stays = new Uint8Array(end);
    const changed: number[] = [];
    const mark = (of: CandidatePairs, pair: number) => {
      this.rows[of.rowOf(pair)] = 1;
      const item = of.itemOf(pair);
      if (this.items[item] === 1) return;
      this.items[item] = 1;
      changed.push(item);
    };
    for (let pair = 0; pair < pairs.size; pair++) {
      if (this.isChanged(pair)) mark(pairs, pair);
      stays[origins[pair] ?? end] = 1;
    }
    for (let pair = 0; pair < end; pair++) if (stays[pair] === 0) mark(before, pair);
    for (const [row, isChanged] of this.rows.entries()) {
      if (isChanged === 0) continue;
      for (let at = pairs.rowBegin(row); at < pairs.rowEnd(row); at++) {
        const item = pairs.itemOf(pairs.rowPair(at));
        if (this.items[item] === 1) continue;
        this.items[item] = 1;
        changed.push(item);
      }
    }
    return changed;
  }

  /** New, or at another place among the pairs of its item, in whose order they are summed up. */
  private isChanged(pair: number): boolean {
    const { pairs, origins, firstPass } = this.compared;
    const origin = origins[pair] ?? -1;
    if (origin === -1 || pair < firstPass.now !== origin < firstPass.before) return true;
    return pairs.itemOf(pair) === pairs.itemOf(pair - 1) && origin < (origins[pair - 1] ?? -1);
  }

  private spread(reached: number[]): void {
    const { pairs } = this.compared;
    for (const item of reached) {
      for (let at = pairs.itemBegin(item); at < pairs.itemEnd(item); at++) {
        const row = pairs.rowOf(pairs.itemPair(at));
        if (this.rows[row] === 1) continue;
        this.rows[row] = 1;
        for (let there = pairs.rowBegin(row); there < pairs.rowEnd(row); there++) {
          const other = pairs.itemOf(pairs.rowPair(there));
          if (this.items[other] === 1) continue;
          this.items[other] = 1;
          reached.push(other);
        }
      }
    }
  }
}

/** The known flags of records that are not in the region, and the others' as they are now. */
function outside(region: Uint8Array, known: Uint8Array, now: Uint8Array): Uint8Array {
  const flags = now.slice();
  for (let index = 0; index < known.length; index++) {
    if (region[index] !== 1) flags[index] = known[index] ?? 0;
  }
  return flags;
}
