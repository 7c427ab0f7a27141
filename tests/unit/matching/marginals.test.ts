import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { propagate } from "@/server/matching/propagation";
import { exactProbabilities, type Grid } from "@/server/matching/small-knots";

interface Cell {
  row: number;
  column: number;
  weight: number;
}

function gridOf(rows: number, columns: number, cells: Cell[]): Grid {
  return {
    rows,
    columns,
    rowOf: Int32Array.from(cells, ({ row }) => row),
    columnOf: Int32Array.from(cells, ({ column }) => column),
    weights: Float64Array.from(cells, ({ weight }) => weight),
  };
}

/** Every way to pair rows with columns, one after the other. */
function countedOut(cells: Cell[]): number[] {
  const mass = cells.map(() => 0);
  let all = 0;
  const walk = (from: number, taken: number[], weight: number): void => {
    all += weight;
    for (const i of taken) mass[i] = (mass[i] ?? 0) + weight;
    for (let i = from; i < cells.length; i++) {
      const cell = cells[i];
      const meets = taken.some(
        (other) => cells[other]?.row === cell?.row || cells[other]?.column === cell?.column,
      );
      if (cell && !meets) walk(i + 1, [...taken, i], weight * cell.weight);
    }
  };
  walk(0, [], 1);
  return mass.map((share) => share / all);
}

const weight = fc.double({ min: -12, max: 12, noNaN: true }).map((bits) => 2 ** bits);
const knot = fc.uniqueArray(fc.record({ row: fc.nat(4), column: fc.nat(3), weight }), {
  minLength: 1,
  maxLength: 10,
  selector: ({ row, column }) => `${row} ${column}`,
});

describe("probabilities of competing pairs", () => {
  it("are exact in small knots", () => {
    fc.assert(
      fc.property(knot, (cells) => {
        const found = exactProbabilities(gridOf(5, 4, cells));
        const expected = countedOut(cells);
        for (const [i, probability] of found.entries()) {
          expect(probability).toBeCloseTo(expected[i] ?? -1, 9);
        }
      }),
    );
  });

  it("are the same by propagation where the pairs form no ring", () => {
    // A chain: row 0 – column 0 – row 1 – column 1 – …
    const chain = fc.array(weight, { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(chain, (weights) => {
        const cells = weights.map((each, i) => ({
          row: (i + 1) >> 1,
          column: i >> 1,
          weight: each,
        }));
        const grid = gridOf(6, 5, cells);
        const exact = exactProbabilities(grid);
        for (const [i, probability] of propagate(grid).entries()) {
          expect(probability).toBeCloseTo(exact[i] ?? -1, 3);
        }
      }),
    );
  });

  it("never promise a row twice, rings or not", () => {
    fc.assert(
      fc.property(knot, (cells) => {
        const found = propagate(gridOf(5, 4, cells));
        for (let row = 0; row < 5; row++) {
          const sum = cells.reduce(
            (all, cell, i) => all + (cell.row === row ? (found[i] ?? 0) : 0),
            0,
          );
          expect(sum).toBeLessThan(1.001);
        }
      }),
    );
  });

  it("share what equals could have equally", () => {
    const cells = [0, 1, 2].map((column) => ({ row: 0, column, weight: 2 ** 20 }));
    for (const solve of [exactProbabilities, propagate]) {
      for (const probability of solve(gridOf(1, 3, cells)))
        expect(probability).toBeCloseTo(1 / 3, 4);
    }
  });
});
