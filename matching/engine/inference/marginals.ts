import { Scratch } from "../collections/scratch";
import { bitsToSteps, type CandidatePairs, stepsToOdds } from "../compare/candidate-pairs";
import { propagate } from "./belief-propagation";
import { type Component, ConnectedComponents } from "./components";
import { type BipartiteGraph, exactMarginals, MAX_RIGHT } from "./exact-marginals";

const MAX_SCORE = bitsToSteps(60);
/** 2^(16 × 60) is still a finite number. */
const MAX_LEFT = 16;

/**
 * Marginal probability of every candidate pair if all are decided together: each one-to-one
 * assignment ("no match" included) weighs 2^(sum of its match weights), and the probability of a
 * pair is the share of the assignments that contain it. Small components are enumerated, larger
 * ones use belief propagation. Equal candidates get equal probabilities, so ties remain ties, and
 * records of different components don't influence each other.
 */
export class Marginals {
  private readonly components = new ConnectedComponents();
  private readonly scratch = {
    probabilities: Scratch.numbers(),
    places: { items: Scratch.integers(), rows: Scratch.integers() },
    free: { items: Scratch.numbers(), rows: Scratch.numbers() },
  };

  /**
   * @param pairs scored and indexed
   * @param items number of items
   * @param rows number of rows
   * @returns one probability per pair, by index of the pair, in the place of those of the last call
   */
  infer(pairs: CandidatePairs, items: number, rows: number): Float64Array {
    const { components, scratch } = this;
    const probabilities = scratch.probabilities.zeros(pairs.size);
    components.find(pairs, items, rows);
    for (let pair = 0; pair < pairs.size; pair++) {
      if (!components.isStrong(pair) || !components.isUncontested(pair)) continue;
      const odds = oddsOf(pairs, pair);
      probabilities[pair] = odds / (1 + odds);
    }
    const { places, free } = scratch;
    const indices = { items: places.items.zeros(items), rows: places.rows.zeros(rows) };
    for (const component of components.contested()) solve(pairs, component, indices, probabilities);
    const freeShares = { items: free.items.zeros(items), rows: free.rows.zeros(rows) };
    addWeakPairs(pairs, components, probabilities, freeShares);
    return probabilities;
  }
}

/** Position of a record within its component, by its index. */
interface LocalIndices {
  items: Int32Array;
  rows: Int32Array;
}

function solve(
  pairs: CandidatePairs,
  component: Component,
  indices: LocalIndices,
  probabilities: Float64Array,
): void {
  const { items, rows, pairs: edges } = component;
  for (let i = 0; i < items.length; i++) indices.items[items[i] ?? 0] = i;
  for (let i = 0; i < rows.length; i++) indices.rows[rows[i] ?? 0] = i;
  const leftOfEdges = new Int32Array(edges.length);
  const rightOfEdges = new Int32Array(edges.length);
  const odds = new Float64Array(edges.length);
  for (let i = 0; i < edges.length; i++) {
    const pair = edges[i] ?? 0;
    leftOfEdges[i] = indices.items[pairs.itemOf(pair)] ?? 0;
    rightOfEdges[i] = indices.rows[pairs.rowOf(pair)] ?? 0;
    odds[i] = oddsOf(pairs, pair);
  }
  const hasMoreItems = items.length >= rows.length;
  const graph: BipartiteGraph = {
    left: Math.max(items.length, rows.length),
    right: Math.min(items.length, rows.length),
    leftOf: hasMoreItems ? leftOfEdges : rightOfEdges,
    rightOf: hasMoreItems ? rightOfEdges : leftOfEdges,
    odds,
  };
  const isSmall = graph.right <= MAX_RIGHT && graph.left <= MAX_LEFT;
  const found = isSmall ? exactMarginals(graph) : propagate(graph);
  for (let i = 0; i < edges.length; i++) probabilities[edges[i] ?? 0] = found[i] ?? 0;
}

/**
 * Weak pairs get what the others leave of their records.
 * @param free zeros, for what is left of each record
 */
function addWeakPairs(
  pairs: CandidatePairs,
  components: ConnectedComponents,
  probabilities: Float64Array,
  free: { items: Float64Array; rows: Float64Array },
): void {
  free.items.fill(1);
  free.rows.fill(1);
  for (let pair = 0; pair < pairs.size; pair++) {
    const probability = probabilities[pair] ?? 0;
    const [item, row] = [pairs.itemOf(pair), pairs.rowOf(pair)];
    free.items[item] = (free.items[item] ?? 0) - probability;
    free.rows[row] = (free.rows[row] ?? 0) - probability;
  }
  for (let pair = 0; pair < pairs.size; pair++) {
    if (components.isStrong(pair)) continue;
    const share = (free.items[pairs.itemOf(pair)] ?? 0) * (free.rows[pairs.rowOf(pair)] ?? 0);
    const odds = oddsOf(pairs, pair);
    probabilities[pair] = (Math.max(0, share) * odds) / (1 + odds);
  }
}

function oddsOf(pairs: CandidatePairs, pair: number): number {
  return stepsToOdds(Math.min(MAX_SCORE, pairs.scoreOf(pair)));
}
