import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  DateError,
  dateInZone,
  daysBetween,
  fromDayNumber,
  fromUnixSeconds,
  isCalendarDate,
  toDayNumber,
} from "@/lib/dates";

const day = fc.integer({ min: -100_000, max: 100_000 });

it("these tests run where a local midnight is on another UTC day", () => {
  expect(new Date("2026-03-01T00:00:00").toISOString().slice(0, 10)).toBe("2026-02-28");
});

describe("day numbers", () => {
  it("round-trip", () => {
    fc.assert(
      fc.property(day, (number) => {
        expect(toDayNumber(fromDayNumber(number))).toBe(number);
      }),
    );
  });

  it("start at 1970-01-01 and order like the dates", () => {
    expect(toDayNumber("1970-01-01")).toBe(0);
    fc.assert(
      fc.property(day, day, (a, b) => {
        expect(fromDayNumber(a) < fromDayNumber(b)).toBe(a < b);
      }),
    );
  });

  it("add and subtract, over leap days and changes of the clock too", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -5000, max: 5000 }), (number, days) => {
        const date = fromDayNumber(number);
        expect(daysBetween(date, addDays(date, days))).toBe(days);
        expect(addDays(addDays(date, days), -days)).toBe(date);
      }),
    );
    expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  });
});

describe("calendar dates", () => {
  it.each(["2024-02-29", "1970-01-01", "2026-12-31"])("%s is valid", (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  it.each(["2026-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "", "2026-01-01T00:00:00Z"])(
    "%s is invalid",
    (text) => {
      expect(isCalendarDate(text)).toBe(false);
      expect(() => toDayNumber(text)).toThrow(DateError);
    },
  );
});

describe("instants", () => {
  it("of Stripe are UTC days", () => {
    expect(fromUnixSeconds(1_772_323_200)).toBe("2026-03-01");
    expect(fromUnixSeconds(1_772_323_199)).toBe("2026-02-28");
  });

  it("are another day elsewhere", () => {
    const instant = new Date("2026-03-01T11:30:00Z");
    expect(dateInZone(instant, "Pacific/Chatham")).toBe("2026-03-02");
    expect(dateInZone(instant, "Pacific/Honolulu")).toBe("2026-03-01");
  });
});
