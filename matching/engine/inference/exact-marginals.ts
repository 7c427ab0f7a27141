import { Scratch } from "../collections/scratch";

/**
 * Competing pairs as edges between left and right nodes, numbered 0 … left − 1 and 0 … right − 1.
 */
export interface BipartiteGraph {
  left: number;
  right: number;
  /** Left node, right node and odds (2^match weight) of each edge. */
  leftOf: Int32Array;
  rightOf: Int32Array;
  odds: Float64Array;
}

/** Right nodes of a graph that is still solved exactly: each doubles the work. */
export const MAX_RIGHT = 10;

/** One for all graphs: there are hundreds of thousands, most of them small. */
const tables = { forward: Scratch.numbers(), backward: Scratch.numbers() };

/**
 * Exact marginal probability of each edge over all one-to-one assignments, "no match" included,
 * each weighted with the product of its edges' odds. Forward and backward sums over the sets of
 * right nodes already taken: O(edges · 2^right) time, O(left · 2^right) memory.
 * @returns one probability per edge, by index of the edge
 */
export function exactMarginals({
  left,
  right,
  leftOf,
  rightOf,
  odds,
}: BipartiteGraph): Float64Array {
  const size = 1 << right;
  const edgesOf: number[][] = Array.from({ length: left }, () => []);
  for (const [edge, node] of leftOf.entries()) edgesOf[node]?.push(edge);
  const forward = tables.forward.zeros((left + 1) * size);
  const backward = tables.backward.zeros((left + 1) * size).fill(1, left * size);
  forward[0] = 1;
  for (let node = 0; node < left; node++) {
    const [from, to] = [node * size, (node + 1) * size];
    for (let taken = 0; taken < size; taken++) {
      const rules = forward[from + taken] ?? 0;
      if (rules === 0) continue;
      forward[to + taken] = (forward[to + taken] ?? 0) + rules;
      for (const edge of edgesOf[node] ?? []) {
        const bit = 1 << (rightOf[edge] ?? 0);
        if ((taken & bit) !== 0) continue;
        const at = to + (taken | bit);
        forward[at] = (forward[at] ?? 0) + rules * (odds[edge] ?? 0);
      }
    }
  }
  for (let node = left - 1; node >= 0; node--) {
    const [from, to] = [(node + 1) * size, node * size];
    for (let taken = 0; taken < size; taken++) {
      let rules = backward[from + taken] ?? 0;
      for (const edge of edgesOf[node] ?? []) {
        const bit = 1 << (rightOf[edge] ?? 0);
        if ((taken & bit) === 0) rules += (odds[edge] ?? 0) * (backward[from + (taken | bit)] ?? 0);
      }
      backward[to + taken] = rules;
    }
  }
  const all = backward[0] ?? 1;
  return odds.map((edgeOdds, edge) => {
    const node = leftOf[edge] ?? 0;
    const bit = 1 << (rightOf[edge] ?? 0);
    let rules = 0;
    for (let taken = 0; taken < size; taken++) {
      if ((taken & bit) !== 0) continue;
      rules +=
        (forward[node * size + taken] ?? 0) * (backward[(node + 1) * size + (taken | bit)] ?? 0);
    }
    return (rules * edgeOdds) / all;
  });
}
