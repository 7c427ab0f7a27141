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
    ["Mai-Miete", 0, 5],
    ["loyer mars", 0, 3],
    ["May rent, Falk", 0, 5],
    ["Miete 05/26", 2026, 5],
    ["4月分 家賃", 0, 4],
    ["2026年5月分", 2026, 5],
    ["5월분", 0, 5],
    ["Аренда, январь", 0, 1],
    ["Lessons KW 18", 0, 118],
    ["week 7 2026", 2026, 107],
    ["cleaning w/e 3 May", 0, 363],
    ["Cleaning, week of May 3", 0, 363],
  ])("%s", (text, year, part) => {
    expect(periodOf(text)).toEqual({ year, part });
  });

  it.each([
    "June Elvershaw",
    "Rent for June Elvershaw",
    "paid 05/26",
    "4月3日",
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
  expect(areComparable(quarter, { year: 0, part: 118 })).toBe(false);
  expect(areComparable({ year: 0, part: 363 }, { year: 0, part: 118 })).toBe(false);
});
