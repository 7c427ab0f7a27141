import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  log2Choices,
  MAX_SUBSET_AMOUNTS,
  SubsetSums,
  selectByMask,
  withoutInterchangeable,
} from "@/matching/engine/grouping/subset-sum";

const amounts = fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 9 });

describe("subset sums", () => {
  it("finds exactly the subsets that an exhaustive search finds", () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: -120, max: 120 }), (items, target) => {
        const all = Array.from({ length: 2 ** items.length }, (_, mask) => mask);
        const expected = all.filter((mask) => sum(selectByMask(mask, items)) === target);
        const found = new SubsetSums(items).find(target);
        expect(found?.sort((a, b) => a - b)).toEqual(expected);
      }),
    );
  });

  it("finds the one subset at the maximum number of items", () => {
    const powers = Array.from({ length: MAX_SUBSET_AMOUNTS }, (_, i) => 2 ** i);
    expect(new SubsetSums(powers).find(0b1011)).toEqual([0b1011]);
  });

  it("returns null for too many subsets", () => {
    expect(new SubsetSums(Array.from({ length: 20 }, () => 2900)).find(29_000)).toBeNull();
  });

  it("refuses more than the maximum number of items", () => {
    const items = Array.from({ length: MAX_SUBSET_AMOUNTS + 1 }, () => 1);
    expect(() => new SubsetSums(items)).toThrow(RangeError);
  });
});

describe("interchangeable items", () => {
  it("count once", () => {
    const kinds = ["a", "b", "a", "a"];
    // One "a" and the "b": the first "a" represents all.
    expect(withoutInterchangeable([0b0011, 0b0110, 0b1010], kinds)).toEqual([0b0011]);
  });

  it("leave one subset of each composition", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 7 }), (kinds) => {
        const all = Array.from({ length: 2 ** kinds.length }, (_, mask) => mask);
        const makeUp = (mask: number) => selectByMask(mask, kinds).sort().join("");
        const kept = withoutInterchangeable(all, kinds).map(makeUp);
        expect(kept.sort()).toEqual([...new Set(all.map(makeUp))].sort());
      }),
    );
  });
});

it("counts choices in bits", () => {
  expect(2 ** log2Choices(10, 3)).toBeCloseTo(120);
  expect(log2Choices(5, 5)).toBe(0);
});

function sum(items: number[]): number {
  return items.reduce((total, item) => total + item, 0);
}
