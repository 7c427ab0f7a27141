import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CandidatePairs, type Comparison } from "@/matching/engine/compare/candidate-pairs";
import { propagate } from "@/matching/engine/inference/belief-propagation";
import { type BipartiteGraph, exactMarginals } from "@/matching/engine/inference/exact-marginals";
import { Marginals } from "@/matching/engine/inference/marginals";

interface Edge {
  left: number;
  right: number;
  weight: number;
}

function graphOf(left: number, right: number, edges: Edge[]): BipartiteGraph {
  return {
    left,
    right,
    leftOf: Int32Array.from(edges, ({ left }) => left),
    rightOf: Int32Array.from(edges, ({ right }) => right),
    odds: Float64Array.from(edges, ({ weight }) => weight),
  };
}

const COMPARISON: Comparison = {
  amount: "exact_gross",
  lag: 0,
  name: "unknown",
  nameMatchWeight: 0,
  reference: "unknown",
  referenceId: -1,
  referenceMatchWeight: 0,
  period: "unknown",
  details: "unknown",
  invoice: "unknown",
  text: "unknown",
};

/** Pairs of up to five items and four rows, indexed. */
function pairsOf(edges: Edge[]): CandidatePairs {
  const pairs = new CandidatePairs();
  for (const { left, right, weight } of edges) {
    pairs.add(left, right, COMPARISON);
    pairs.setScore(pairs.size - 1, Math.log2(weight));
  }
  pairs.index(5, 4);
  return pairs;
}

/** Enumerates every one-to-one assignment of left to right nodes. */
function countedOut(edges: Edge[]): number[] {
  const mass = edges.map(() => 0);
  let all = 0;
  const walk = (from: number, taken: number[], weight: number): void => {
    all += weight;
    for (const i of taken) mass[i] = (mass[i] ?? 0) + weight;
    for (let i = from; i < edges.length; i++) {
      const edge = edges[i];
      const meets = taken.some(
        (other) => edges[other]?.left === edge?.left || edges[other]?.right === edge?.right,
      );
      if (edge && !meets) walk(i + 1, [...taken, i], weight * edge.weight);
    }
  };
  walk(0, [], 1);
  return mass.map((share) => share / all);
}

const weight = fc.double({ min: -12, max: 12, noNaN: true }).map((bits) => 2 ** bits);
const component = fc.uniqueArray(fc.record({ left: fc.nat(4), right: fc.nat(3), weight }), {
  minLength: 1,
  maxLength: 10,
  selector: ({ left, right }) => `${left} ${right}`,
});

describe("probabilities of competing pairs", () => {
  it("are exact in small components", () => {
    fc.assert(
      fc.property(component, (edges) => {
        const found = exactMarginals(graphOf(5, 4, edges));
        const expected = countedOut(edges);
        for (const [i, probability] of found.entries()) {
          expect(probability).toBeCloseTo(expected[i] ?? -1, 9);
        }
      }),
    );
  });

  it("are the same by propagation where the edges form no cycle", () => {
    // A chain: left 0 – right 0 – left 1 – right 1 – …
    const chain = fc.array(weight, { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(chain, (weights) => {
        const edges = weights.map((each, i) => ({
          left: (i + 1) >> 1,
          right: i >> 1,
          weight: each,
        }));
        const graph = graphOf(6, 5, edges);
        const exact = exactMarginals(graph);
        for (const [i, probability] of propagate(graph).entries()) {
          expect(probability).toBeCloseTo(exact[i] ?? -1, 3);
        }
      }),
    );
  });

  it("never assign a node twice, with or without cycles", () => {
    fc.assert(
      fc.property(component, (edges) => {
        const found = propagate(graphOf(5, 4, edges));
        for (let left = 0; left < 5; left++) {
          const sum = edges.reduce(
            (all, edge, i) => all + (edge.left === left ? (found[i] ?? 0) : 0),
            0,
          );
          expect(sum).toBeLessThan(1.001);
        }
      }),
    );
  });

  it("are as sure by propagation as they are where equal lines and payments lead in circles", () => {
    // Three lines and three equal payments of one customer, three times, with a weak link from each to the next.
    const groups = [0, 3, 6];
    const edges = groups.flatMap((first) => [
      ...[0, 1, 2].flatMap((left) =>
        [0, 1, 2].map((right) => ({ left: first + left, right: first + right, weight: 100 })),
      ),
      { left: first, right: (first + 3) % 9, weight: 0.5 },
    ]);
    const graph = graphOf(9, 9, edges);
    const exact = exactMarginals(graph);
    for (const [i, probability] of propagate(graph).entries()) {
      expect(Math.abs(probability - (exact[i] ?? -1))).toBeLessThan(0.002);
    }
  });

  it("of one set of pairs after another are those of each alone", () => {
    fc.assert(
      fc.property(component, component, (first, second) => {
        const one = new Marginals();
        one.infer(pairsOf(first), 5, 4);
        const after = [...one.infer(pairsOf(second), 5, 4)];
        expect(after).toEqual([...new Marginals().infer(pairsOf(second), 5, 4)]);
      }),
    );
  });

  it("are shared equally between equals", () => {
    const edges = [0, 1, 2].map((right) => ({ left: 0, right, weight: 2 ** 20 }));
    for (const solve of [exactMarginals, propagate]) {
      for (const probability of solve(graphOf(1, 3, edges)))
        expect(probability).toBeCloseTo(1 / 3, 4);
    }
  });
});
