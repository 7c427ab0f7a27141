import type { GroupedIndices } from "../collections/grouped-indices";
import { type BipartiteGraph, exactMarginals } from "./exact-marginals";

/**
 * Edges from this probability on belong to a cluster. A cluster that is too large to be enumerated is divided by the next
 * share.
 */
const CLUSTER_SHARES = [0.01, 0.025, 0.06, 0.12, 0.2] as const;
/** Nodes of a cluster that is enumerated: the smaller side doubles the work with each. */
const MAX_SMALLER = 8;
const MAX_LARGER = 16;
/** Less than this can't be told from rounding. */
const MIN_FREE = 1e-9;

/** What belief propagation found of a graph. */
export interface Beliefs {
  /** Marginal probability of each edge. */
  probabilities: Float64Array;
  /** Of each edge, probability that its left node is free without it. */
  leftIsFree: Float64Array;
  rightIsFree: Float64Array;
  /** Edges by node. */
  edgesOfLeft: GroupedIndices;
  edgesOfRight: GroupedIndices;
}

/**
 * Belief propagation loses certainty where many edges join few nodes, as with three lines and three equal payments of one
 * customer: it counts a node's way back to itself. Such clusters are enumerated, and what leads out of
 * them counts as belief propagation has it (a region, in the sense of Yedidia, Freeman and Weiss 2005). O(edges) and the
 * enumerations. Modifies `probabilities` in place.
 */
export function correctLoops(graph: BipartiteGraph, beliefs: Beliefs): void {
  const all = Int32Array.from(graph.odds.keys());
  correct(graph, beliefs, all, 0);
}

function correct(graph: BipartiteGraph, beliefs: Beliefs, among: Int32Array, level: number): void {
  const share = CLUSTER_SHARES[level];
  if (share === undefined) return;
  const { probabilities } = beliefs;
  const inside = among.filter((edge) => (probabilities[edge] ?? 0) >= share);
  for (const cluster of clustersOf(graph, inside)) {
    const { edges, left, right } = cluster;
    // Without a cycle it is exact already.
    if (edges.length < left.size + right.size) continue;
    const isSmall =
      Math.min(left.size, right.size) <= MAX_SMALLER &&
      Math.max(left.size, right.size) <= MAX_LARGER;
    if (isSmall) enumerate(graph, beliefs, cluster);
    else correct(graph, beliefs, Int32Array.from(edges), level + 1);
  }
}

interface Cluster {
  edges: number[];
  /** Position in the cluster by node of the graph. */
  left: Map<number, number>;
  right: Map<number, number>;
}

/** Connected edges, in the order of the first one. */
function clustersOf({ left, leftOf, rightOf }: BipartiteGraph, edges: Int32Array): Cluster[] {
  // Of the nodes that are looked at alone: a graph may have far more.
  const parents = new Map<number, number>();
  const rootOf = (node: number) => {
    let root = node;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    for (let at = node; at !== root; ) {
      const next = parents.get(at) ?? root;
      parents.set(at, root);
      at = next;
    }
    return root;
  };
  for (const edge of edges) {
    const [one, other] = [rootOf(leftOf[edge] ?? 0), rootOf(left + (rightOf[edge] ?? 0))];
    if (one !== other) parents.set(one, other);
  }
  const clusters = new Map<number, Cluster>();
  for (const edge of edges) {
    const root = rootOf(leftOf[edge] ?? 0);
    const cluster: Cluster = clusters.get(root) ?? { edges: [], left: new Map(), right: new Map() };
    clusters.set(root, cluster);
    cluster.edges.push(edge);
    place(cluster.left, leftOf[edge] ?? 0);
    place(cluster.right, rightOf[edge] ?? 0);
  }
  return [...clusters.values()];
}

function place(positions: Map<number, number>, node: number): void {
  if (!positions.has(node)) positions.set(node, positions.size);
}

/** Solves a cluster exactly. Edges that lead out of it add what they weigh to their node's being free in it. */
function enumerate(graph: BipartiteGraph, beliefs: Beliefs, cluster: Cluster): void {
  const { edges, left, right } = cluster;
  const { probabilities } = beliefs;
  const inside = new Set(edges);
  const ofLeft = [...left.keys()].map((node) => outsideOf(beliefs.edgesOfLeft, node, inside));
  const ofRight = [...right.keys()].map((node) => outsideOf(beliefs.edgesOfRight, node, inside));
  const weigh = (outside: number[], isFree: Float64Array) =>
    outside.reduce((sum, edge) => sum + (graph.odds[edge] ?? 0) * (isFree[edge] ?? 0), 1);
  const leftWeights = ofLeft.map((outside) => weigh(outside, beliefs.rightIsFree));
  const rightWeights = ofRight.map((outside) => weigh(outside, beliefs.leftIsFree));
  const [leftOf, rightOf] = [new Int32Array(edges.length), new Int32Array(edges.length)];
  const odds = new Float64Array(edges.length);
  for (const [i, edge] of edges.entries()) {
    const from = left.get(graph.leftOf[edge] ?? 0) ?? 0;
    const to = right.get(graph.rightOf[edge] ?? 0) ?? 0;
    leftOf[i] = from;
    rightOf[i] = to;
    odds[i] = (graph.odds[edge] ?? 0) / ((leftWeights[from] ?? 1) * (rightWeights[to] ?? 1));
  }
  const isTurned = left.size < right.size;
  const found = exactMarginals({
    left: Math.max(left.size, right.size),
    right: Math.min(left.size, right.size),
    leftOf: isTurned ? rightOf : leftOf,
    rightOf: isTurned ? leftOf : rightOf,
    odds,
  });
  const change = { left: new Float64Array(left.size), right: new Float64Array(right.size) };
  const before = { left: new Float64Array(left.size), right: new Float64Array(right.size) };
  for (const [i, edge] of edges.entries()) {
    const [from, to] = [leftOf[i] ?? 0, rightOf[i] ?? 0];
    const [old, now] = [probabilities[edge] ?? 0, found[i] ?? 0];
    before.left[from] = (before.left[from] ?? 0) + old;
    before.right[to] = (before.right[to] ?? 0) + old;
    change.left[from] = (change.left[from] ?? 0) + now;
    change.right[to] = (change.right[to] ?? 0) + now;
    probabilities[edge] = now;
  }
  // What is left of a node is divided as before.
  const scale = (outside: number[][], was: Float64Array, is: Float64Array) => {
    for (const [node, out] of outside.entries()) {
      const factor = Math.max(0, 1 - (is[node] ?? 0)) / Math.max(MIN_FREE, 1 - (was[node] ?? 0));
      for (const edge of out) {
        probabilities[edge] = Math.min(1, (probabilities[edge] ?? 0) * factor);
      }
    }
  };
  scale(ofLeft, before.left, change.left);
  scale(ofRight, before.right, change.right);
}

function outsideOf(
  { starts, members }: GroupedIndices,
  node: number,
  inside: ReadonlySet<number>,
): number[] {
  const outside: number[] = [];
  for (let at = starts[node] ?? 0; at < (starts[node + 1] ?? 0); at++) {
    const edge = members[at] ?? 0;
    if (!inside.has(edge)) outside.push(edge);
  }
  return outside;
}
