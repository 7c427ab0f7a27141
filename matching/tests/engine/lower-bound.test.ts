import fc from "fast-check";
import { expect, it } from "vitest";
import { lowerBound } from "@/matching/engine/collections/lower-bound";

const sorted = fc
  .array(fc.integer({ min: -9, max: 9 }))
  .map((numbers) => numbers.sort((a, b) => a - b));
const value = fc.integer({ min: -10, max: 10 });

it("is the first index of a number that is at least the value", () => {
  fc.assert(
    fc.property(sorted, value, (numbers, least) => {
      const first = numbers.findIndex((number) => number >= least);
      const expected = first === -1 ? numbers.length : first;
      expect(lowerBound(numbers, least)).toBe(expected);
      expect(lowerBound(Int32Array.from(numbers), least)).toBe(expected);
    }),
  );
});

it("stays within its bounds", () => {
  expect(lowerBound([1, 2, 3, 4], 0, 1, 3)).toBe(1);
  expect(lowerBound([1, 2, 3, 4], 3, 1, 3)).toBe(2);
  expect(lowerBound([1, 2, 3, 4], 9, 1, 3)).toBe(3);
  expect(lowerBound([], 1)).toBe(0);
});
