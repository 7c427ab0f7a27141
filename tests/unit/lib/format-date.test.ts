import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { dateFormat } from "@/lib/contracts/settings";
import { fromDayNumber } from "@/lib/dates";
import { dayInWords, formatDate, formatDay, formatMonth, writeDay } from "@/lib/format-date";

describe("formatDate", () => {
  it("writes a calendar date in each of the formats", () => {
    expect(formatDate("2026-01-31", "MM-DD-YYYY")).toBe("01-31-2026");
    expect(formatDate("2026-01-31", "DD-MM-YYYY")).toBe("31-01-2026");
    expect(formatDate("2026-01-31", "YYYY-MM-DD")).toBe("2026-01-31");
  });

  it("returns other text unchanged", () => {
    expect(formatDate("", "MM-DD-YYYY")).toBe("");
    expect(formatDate("2026-02-30", "MM-DD-YYYY")).toBe("2026-02-30");
  });

  it("never shifts a day, in any time zone", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40_000 }),
        fc.constantFrom(...dateFormat.options),
        (number, format) => {
          const date = fromDayNumber(number);
          const written = formatDate(date, format).split("-").sort();
          expect(written).toEqual(date.split("-").sort());
        },
      ),
    );
  });
});

const [US, UK, ISO] = ["MM-DD-YYYY", "DD-MM-YYYY", "YYYY-MM-DD"] as const;

test("a whole date in words follows the company's order", () => {
  expect(dayInWords("2026-03-01", US)).toBe("March 1, 2026");
  expect(dayInWords("2026-03-01", UK)).toBe("1 March 2026");
  expect(dayInWords("2026-03-01", ISO)).toBe("2026-03-01");
  expect(dayInWords("2026-02-30", US)).toBe("2026-02-30");
});

test("its short form has a year only where that is another one", () => {
  expect(formatDay("2026-03-01", US)).toBe("Mar 1");
  expect(formatDay("2026-03-01", UK, 2026)).toBe("1 Mar");
  expect(formatDay("2026-03-01", ISO, 2026)).toBe("Mar 1");
  expect(formatDay("2025-12-31", US, 2026)).toBe("Dec 31, 2025");
  expect(formatDay("2025-12-31", UK, 2026)).toBe("31 Dec 2025");
  expect(formatDay("", US, 2026)).toBe("");
});

test("a day in a list has no order to misread, and always its year", () => {
  expect(writeDay("2026-11-05", US)).toBe("Nov 5, 2026");
  expect(writeDay("2026-11-05", UK)).toBe("5 Nov 2026");
  expect(writeDay("2026-11-05", ISO)).toBe("2026-11-05");
  expect(writeDay("2026-02-30", US)).toBe("2026-02-30");
});

test("a month has three letters", () => {
  expect(formatMonth("2026-09-01")).toBe("Sep");
});
