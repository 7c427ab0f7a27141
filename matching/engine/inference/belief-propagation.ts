import { type GroupedIndices, groupIndices } from "../collections/grouped-indices";
import type { BipartiteGraph } from "./exact-marginals";
import { correctLoops } from "./loop-correction";

/** Sweeps without damping: enough for graphs without cycles, where they are exact. */
const UNDAMPED_SWEEPS = 8;
const MAX_SWEEPS = 60;
/** Relative change of a message below which the propagation has converged. */
const TOLERANCE = 1e-4;

/**
 * Marginal probability of each edge by belief propagation on the monomer–dimer model: exact without
 * cycles, close otherwise (Bayati, Gamarnik, Katz, Nair and Tetali 2007). A message is the
 * probability that a node is free if the edge itself is ignored: 1 / (1 + sum over its other
 * edges). O(edges) per sweep, at most 60 sweeps.
 * @returns one probability per edge, by index of the edge
 */
export function propagate(graph: BipartiteGraph): Float64Array {
  const { left, right, leftOf, rightOf, odds } = graph;
  const edgesOfLeft = groupIndices(leftOf, left);
  const edgesOfRight = groupIndices(rightOf, right);
  const fromLeft = new Float64Array(odds.length).fill(1);
  const fromRight = new Float64Array(odds.length).fill(1);
  const sums = new Float64Array(odds.length + 1);
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    const damped = sweep >= UNDAMPED_SWEEPS;
    const change = Math.max(
      send(edgesOfLeft, odds, { incoming: fromRight, outgoing: fromLeft, sums }, damped),
      send(edgesOfRight, odds, { incoming: fromLeft, outgoing: fromRight, sums }, damped),
    );
    if (change <= TOLERANCE) break;
  }
  const probabilities = odds.map((edgeOdds, edge) => {
    const both = edgeOdds * (fromLeft[edge] ?? 0) * (fromRight[edge] ?? 0);
    return both / (1 + both);
  });
  const messages = { leftIsFree: fromLeft, rightIsFree: fromRight, edgesOfLeft, edgesOfRight };
  correctLoops(graph, { probabilities, ...messages });
  return probabilities;
}

interface Messages {
  incoming: Float64Array;
  outgoing: Float64Array;
  /** Scratch space. */
  sums: Float64Array;
}

/**
 * Updates the messages of all nodes of one side. Sums from both ends of a node's edges, because
 * subtracting from a total would cancel small terms.
 * @returns the largest relative change
 */
function send(
  { starts, members: edges }: GroupedIndices,
  odds: Float64Array,
  { incoming, outgoing, sums }: Messages,
  damped: boolean,
): number {
  let change = 0;
  for (let list = 0; list + 1 < starts.length; list++) {
    const [from, to] = [starts[list] ?? 0, starts[list + 1] ?? 0];
    sums[to] = 0;
    for (let i = to - 1; i > from; i--) {
      const edge = edges[i] ?? 0;
      sums[i] = (sums[i + 1] ?? 0) + (odds[edge] ?? 0) * (incoming[edge] ?? 0);
    }
    let before = 0;
    for (let i = from; i < to; i++) {
      const edge = edges[i] ?? 0;
      const old = outgoing[edge] ?? 1;
      const plain = 1 / (1 + before + (sums[i + 1] ?? 0));
      const message = damped ? Math.sqrt(plain * old) : plain;
      before += (odds[edge] ?? 0) * (incoming[edge] ?? 0);
      outgoing[edge] = message;
      change = Math.max(change, Math.abs(message - old) / old);
    }
  }
  return change;
}
