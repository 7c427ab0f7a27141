import { describe, expect, test } from "vitest";
import { ceilingProposals } from "@/matching/bench/ceiling/ceiling";
import { marginals } from "@/matching/bench/ceiling/marginals";
import { generate } from "@/matching/bench/generate";
import { LINE_SHAPES } from "@/matching/bench/model";
import { plainRule } from "@/matching/bench/plain-rule";
import { f1, score } from "@/matching/bench/scoring/score";

interface WeightedEdge {
  line: number;
  payment: number;
  weight: number;
}

/** Every edge's probability by listing all assignments. */
function byListing(edges: readonly WeightedEdge[]): number[] {
  const sums = edges.map(() => 0);
  let total = 0;
  for (let mask = 0; mask < 2 ** edges.length; mask++) {
    const chosen = edges.filter((_, i) => mask & (1 << i));
    const lines = new Set(chosen.map(({ line }) => line));
    const payments = new Set(chosen.map(({ payment }) => payment));
    if (lines.size < chosen.length || payments.size < chosen.length) continue;
    const weight = chosen.reduce((product, edge) => product * edge.weight, 1);
    total += weight;
    for (const [i] of edges.entries()) if (mask & (1 << i)) sums[i] = (sums[i] ?? 0) + weight;
  }
  return sums.map((sum) => sum / total);
}

describe("probabilities over all assignments", () => {
  test("are exact without cycles", () => {
    const edges = [
      { line: 0, payment: 0, weight: 3 },
      { line: 0, payment: 1, weight: 0.5 },
      { line: 1, payment: 1, weight: 20 },
      { line: 1, payment: 2, weight: 4 },
      { line: 2, payment: 2, weight: 0.1 },
    ];
    const found = marginals(edges);
    for (const [i, expected] of byListing(edges).entries())
      expect(found[i]).toBeCloseTo(expected, 5);
  });

  test("are equal for equals that compete", () => {
    const found = marginals([
      { line: 0, payment: 0, weight: 1000 },
      { line: 1, payment: 0, weight: 1000 },
    ]);
    expect(found[0]).toBeCloseTo(found[1] ?? 0, 6);
    expect((found[0] ?? 0) + (found[1] ?? 0)).toBeLessThanOrEqual(1);
    expect(found[0]).toBeGreaterThan(0.49);
  });
});

test.each(LINE_SHAPES)("%s: most is decidable, and the plain rule stays far below", (shape) => {
  const dataset = generate({ shape, lines: 1200, seed: 5 });
  const ceiling = f1(score(dataset, ceilingProposals(dataset)));
  const plain = f1(score(dataset, plainRule(dataset.deposits, dataset.payments)));
  expect(ceiling).toBeGreaterThan(0.96);
  expect(ceiling).toBeLessThan(1);
  expect(plain).toBeLessThan(0.85);
});
