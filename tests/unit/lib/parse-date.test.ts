import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateFormat } from "@/lib/contracts/settings";
import { fromDayNumber, toDayNumber } from "@/lib/dates";
import { formatDate } from "@/lib/format-date";
import { isWholeDate, parseDate } from "@/lib/parse-date";

const FORMATS = dateFormat.options;

const days = fc
  .integer({ min: toDayNumber("1900-01-01"), max: toDayNumber("9999-12-31") })
  .map(fromDayNumber);
const formats = fc.constantFrom(...FORMATS);

describe("parseDate", () => {
  it("reads what formatDate writes, with any separator", () => {
    fc.assert(
      fc.property(
        days,
        formats,
        fc.constantFrom("-", "/", ".", " ", " / ", ". ", ""),
        (day, format, between) => {
          const typed = formatDate(day, format).replaceAll("-", between);
          expect(parseDate(typed, format)).toBe(day);
        },
      ),
    );
  });

  it("reads the year first in every format, with one digit or two", () => {
    fc.assert(
      fc.property(days, formats, (day, format) => {
        expect(parseDate(day, format)).toBe(day);
        expect(parseDate(day.replaceAll("-0", "-"), format)).toBe(day);
      }),
    );
  });

  it("reads one digit for a day or a month, in the company's order", () => {
    expect(parseDate("1-2-2026", "MM-DD-YYYY")).toBe("2026-01-02");
    expect(parseDate("1.2.2026", "DD-MM-YYYY")).toBe("2026-02-01");
    expect(parseDate(" 1/2/2026 ", "DD-MM-YYYY")).toBe("2026-02-01");
    expect(parseDate("2026 1 2", "YYYY-MM-DD")).toBe("2026-01-02");
  });

  it("reads eight digits in the company's order alone", () => {
    expect(parseDate("01312026", "MM-DD-YYYY")).toBe("2026-01-31");
    expect(parseDate("31012026", "DD-MM-YYYY")).toBe("2026-01-31");
    expect(parseDate("20260131", "YYYY-MM-DD")).toBe("2026-01-31");
    expect(parseDate("20260131", "MM-DD-YYYY")).toBeNull();
  });

  it("does not guess the day when the format does not decide it", () => {
    expect(parseDate("01-02-2026", "YYYY-MM-DD")).toBeNull();
    expect(parseDate("10-01-25", "MM-DD-YYYY")).toBeNull();
    expect(parseDate("25-01-10", "YYYY-MM-DD")).toBeNull();
  });

  it("refuses impossible days, and the other order", () => {
    for (const format of FORMATS) {
      expect(parseDate("2026-02-30", format)).toBeNull();
      expect(parseDate("2025-02-29", format)).toBeNull();
      expect(parseDate("2026-13-01", format)).toBeNull();
      expect(parseDate("2026-00-10", format)).toBeNull();
    }
    expect(parseDate("02-30-2026", "MM-DD-YYYY")).toBeNull();
    expect(parseDate("31-01-2026", "MM-DD-YYYY")).toBeNull();
    expect(parseDate("01-31-2026", "DD-MM-YYYY")).toBeNull();
  });

  it("refuses years before 1900", () => {
    expect(parseDate("12-31-1899", "MM-DD-YYYY")).toBeNull();
    expect(parseDate("1899-12-31", "YYYY-MM-DD")).toBeNull();
    expect(parseDate("01-01-0202", "MM-DD-YYYY")).toBeNull();
    expect(parseDate("01-01-1900", "MM-DD-YYYY")).toBe("1900-01-01");
  });

  it("refuses other text, and half a date", () => {
    for (const text of [
      "",
      " ",
      "today",
      "01-10",
      "01-10-",
      "1--2026",
      "01-10-2026-1",
      "1-1-20260",
    ]) {
      expect(parseDate(text, "MM-DD-YYYY"), text).toBeNull();
    }
  });

  it("returns a calendar day or nothing, for any text", () => {
    const texts = fc.oneof(fc.string(), fc.stringMatching(/^[\d ./-]{1,12}$/));
    fc.assert(
      fc.property(texts, formats, (text, format) => {
        const date = parseDate(text, format);
        if (date !== null) expect(fromDayNumber(toDayNumber(date))).toBe(date);
      }),
    );
  });
});

describe("isWholeDate", () => {
  it("waits while more digits can make another day", () => {
    expect(isWholeDate("2026-1-1", true)).toBe(false);
    expect(isWholeDate("2026-1-12", true)).toBe(true);
    expect(isWholeDate("1-1-2026", true)).toBe(true);
    expect(isWholeDate("01012026", true)).toBe(true);
  });

  it("waits while a digit in the middle is replaced", () => {
    expect(isWholeDate("01-1-2026", false)).toBe(false);
    expect(isWholeDate("01-15-2026", false)).toBe(true);
  });
});
