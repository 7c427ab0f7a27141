import { describe, expect, it } from "vitest";
import { areComparable, isSamePeriod, periodOf } from "@/matching/engine/text/periods";

describe("the month or quarter that a text names", () => {
  it.each([
    ["Rent Feb 2023", 2023, 2],
    ["322 Quay Street #3C, Feb rent", 0, 2],
    ["Hosting and care 04/2023", 2023, 4],
    ["Support plan 2023-04", 2023, 4],
    ["Miete März 2024", 2024, 3],
    ["Loyer février", 0, 2],
    ["Retainer Q1 2023", 2023, 13],
    ["May 2023, unit 4", 2023, 5],
  ])("%s", (text, year, part) => {
    expect(periodOf(text)).toEqual({ year, part });
  });

  it.each([
    "June Elvershaw",
    "Payment for May",
    "Season 2023-24",
    "due 2023-02-14",
    "Invoice 2118",
    "",
  ])("none: %s", (text) => {
    expect(periodOf(text)).toBeNull();
  });
});

it("a month without a year may be of any year, a month and a quarter don't compare", () => {
  const [february, thisFebruary, march, quarter] = [
    { year: 0, part: 2 },
    { year: 2023, part: 2 },
    { year: 2023, part: 3 },
    { year: 2023, part: 13 },
  ];
  expect(isSamePeriod(february, thisFebruary)).toBe(true);
  expect(isSamePeriod(thisFebruary, { year: 2024, part: 2 })).toBe(false);
  expect(isSamePeriod(thisFebruary, march)).toBe(false);
  expect(areComparable(march, quarter)).toBe(false);
});
