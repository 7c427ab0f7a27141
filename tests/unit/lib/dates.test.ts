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
import { localClock } from "@/lib/time-zones";

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

describe("the day of a moment", () => {
  const zones = [
    ...["America/Los_Angeles", "America/New_York", "Europe/London", "Australia/Lord_Howe"],
    ...["Pacific/Auckland", "Pacific/Honolulu", "Pacific/Kiritimati", "Asia/Kathmandu", "UTC"],
  ];

  it.each([
    // Both ends of a month, and of a year.
    ["2026-04-01T02:45:00Z", "America/Los_Angeles", "2026-03-31"],
    ["2027-01-01T09:59:59Z", "Pacific/Honolulu", "2026-12-31"],
    ["2027-01-01T10:00:00Z", "Pacific/Honolulu", "2027-01-01"],
    ["2026-12-31T11:00:00Z", "Pacific/Auckland", "2027-01-01"],
    ["2026-02-28T09:59:59Z", "Pacific/Kiritimati", "2026-02-28"],
    ["2026-02-28T10:00:00Z", "Pacific/Kiritimati", "2026-03-01"],
    // New York: 23 hours on March 8, 25 on November 1.
    ["2026-03-08T04:59:59Z", "America/New_York", "2026-03-07"],
    ["2026-03-09T03:59:59Z", "America/New_York", "2026-03-08"],
    ["2026-11-01T04:00:00Z", "America/New_York", "2026-11-01"],
    ["2026-11-02T04:59:59Z", "America/New_York", "2026-11-01"],
    // London: summer time begins on March 29 and ends on October 25.
    ["2026-03-29T23:00:00Z", "Europe/London", "2026-03-30"],
    ["2026-10-25T23:59:59Z", "Europe/London", "2026-10-25"],
    // Lord Howe changes by half an hour: 11:00 in summer, 10:30 in winter.
    ["2026-04-04T12:59:59Z", "Australia/Lord_Howe", "2026-04-04"],
    ["2026-04-05T13:29:59Z", "Australia/Lord_Howe", "2026-04-05"],
    ["2026-04-05T13:30:00Z", "Australia/Lord_Howe", "2026-04-06"],
  ])("%s in %s is %s", (moment, zone, date) => {
    expect(dateInZone(new Date(moment), zone)).toBe(date);
  });

  it("changes at local midnight alone, in every zone and on every day", () => {
    const minutes = fc.integer({ min: Date.UTC(2000) / 60_000, max: Date.UTC(2040) / 60_000 });
    fc.assert(
      fc.property(minutes, fc.constantFrom(...zones), (minute, zone) => {
        const at = new Date(minute * 60_000);
        const { date, minute: sinceMidnight } = localClock(at, zone);
        expect(dateInZone(at, zone)).toBe(date);
        const before = dateInZone(new Date(at.getTime() - 1000), zone);
        expect(before).toBe(sinceMidnight === 0 ? addDays(date, -1) : date);
      }),
      { numRuns: 2000 },
    );
  });
});
