import type { Edge } from "./edges";

const ROUNDS = 300;
const DAMPING = 0.3;
const STILL = 1e-7;

/**
 * Probability of every edge over all assignments in which no row is used twice, each weighing the
 * product of its edges' odds. Belief propagation of the monomer-dimer model: exact on trees, and
 * always converging.
 */
export function marginals(edges: readonly Edge[]): Float64Array {
  const weights = Float64Array.from(edges, ({ weight }) => weight);
  const lines = edgesBy(edges, (edge) => edge.line);
  const payments = edgesBy(edges, (edge) => edge.payment);
  // Message of the line, or of the payment, to its edge: the probability that it is free otherwise.
  const fromLine = new Float64Array(edges.length).fill(0.5);
  const fromPayment = new Float64Array(edges.length).fill(0.5);
  for (let round = 0; round < ROUNDS; round++) {
    const change = update(lines, weights, fromPayment, fromLine);
    if (Math.max(change, update(payments, weights, fromLine, fromPayment)) < STILL) break;
  }
  return weights.map((weight, i) => {
    const odds = weight * (fromLine[i] ?? 0) * (fromPayment[i] ?? 0);
    return odds / (1 + odds);
  });
}

function edgesBy(edges: readonly Edge[], nodeOf: (edge: Edge) => number): number[][] {
  const members: number[][] = [];
  for (const [i, edge] of edges.entries()) {
    const node = nodeOf(edge);
    const list = members[node];
    if (list) list.push(i);
    else members[node] = [i];
  }
  return members.filter((list) => list.length > 0);
}

/** Updates the messages of all nodes of one side. @returns the largest change */
function update(
  nodes: readonly number[][],
  weights: Float64Array,
  incoming: Float64Array,
  outgoing: Float64Array,
): number {
  let change = 0;
  for (const list of nodes) {
    const term = (i: number) => (weights[i] ?? 0) * (incoming[i] ?? 0);
    // Sums before and after each edge: subtracting it from a total would lose what is small.
    const after = new Float64Array(list.length + 1);
    for (let at = list.length - 1; at >= 0; at--) {
      after[at] = (after[at + 1] ?? 0) + term(list[at] ?? 0);
    }
    let before = 0;
    for (const [at, i] of list.entries()) {
      const old = outgoing[i] ?? 0;
      const fresh = 1 / (1 + before + (after[at + 1] ?? 0));
      before += term(i);
      outgoing[i] = fresh + DAMPING * (old - fresh);
      change = Math.max(change, Math.abs(fresh - old));
    }
  }
  return change;
}
