import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addBankDays, isBankDay } from "@/lib/bank-days";
import { addDays, fromDayNumber, toDayNumber } from "@/lib/dates";

/** As the Federal Reserve publishes them. One on a Saturday isn't kept on another day. */
const CLOSED = `
  2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25
  2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25
  2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-23 2028-12-25`
  .trim()
  .split(/\s+/);

describe("a bank day", () => {
  test("is every weekday but the Federal Reserve's holidays", () => {
    const days = Array.from({ length: 366 * 3 - 2 }, (_, index) => addDays("2026-01-01", index));
    const closed = days.filter((day) => !isBankDay(day) && ![0, 6].includes(weekday(day)));
    expect(closed.filter((day) => day < "2029")).toEqual(CLOSED);
  });

  test("is the Friday before a holiday on a Saturday", () => {
    expect(isBankDay("2026-07-03")).toBe(true);
    expect(isBankDay("2027-12-24")).toBe(true);
  });

  test("was June 19 before it became a holiday", () => {
    expect(isBankDay("2020-06-19")).toBe(true);
  });
});

describe("adding bank days", () => {
  test.each([
    ["2026-11-23", 2, "2026-11-25"],
    // Over Thanksgiving and the weekend.
    ["2026-11-25", 2, "2026-11-30"],
    ["2026-07-02", 1, "2026-07-03"],
    ["2027-07-02", 1, "2027-07-06"],
    ["2026-11-21", 0, "2026-11-23"],
    ["2026-11-23", 0, "2026-11-23"],
  ])("%s and %i is %s", (date, days, expected) => {
    expect(addBankDays(date, days)).toBe(expected);
  });

  test("ends on a bank day, with as many between as were added", () => {
    const day = fc.integer({ min: 18_000, max: 40_000 });
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 30 }), (start, count) => {
        const from = fromDayNumber(start);
        const to = addBankDays(from, count);
        const passed = Array.from({ length: toDayNumber(to) - start }, (_, index) =>
          addDays(from, index + 1),
        ).filter(isBankDay);
        return isBankDay(to) && passed.length === count;
      }),
    );
  });
});

function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
