import { describe, expect, it } from "vitest";
import { chanceOfAtLeast, expectedText, isTooSure } from "@/components/dashboard/accuracy-line";

const facts = { days: 90, automatic: 1000, undone: 0, expected_undone: 2, changed_in_books: 0 };

describe("chanceOfAtLeast", () => {
  it("is that of a Poisson distribution", () => {
    expect(chanceOfAtLeast(0, 3)).toBe(1);
    expect(chanceOfAtLeast(1, 0)).toBe(0);
    expect(chanceOfAtLeast(1, 2)).toBeCloseTo(1 - Math.exp(-2), 12);
    // 1 − e⁻² (1 + 2 + 2 + 4⁄3)
    expect(chanceOfAtLeast(4, 2)).toBeCloseTo(1 - (Math.exp(-2) * 19) / 3, 12);
  });
});

describe("isTooSure", () => {
  it.each([
    [{ automatic: 0, expected_undone: 0 }, false],
    [{}, false],
    [{ undone: 4 }, false],
    [{ undone: 6 }, true],
    [{ undone: 1, expected_undone: 0.01 }, false],
    [{ undone: 2, expected_undone: 0.01 }, true],
  ])("%o", (part, expected) => {
    expect(isTooSure({ ...facts, ...part })).toBe(expected);
  });
});

it.each([
  [0, "0"],
  [0.004, "fewer than 0.1"],
  [0.44, "0.4"],
  [9.96, "10.0"],
  [41.6, "42"],
])("writes %d expected as %s", (expected, text) => {
  expect(expectedText(expected)).toBe(text);
});
