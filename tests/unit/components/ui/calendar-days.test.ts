import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromLocalDay, toLocalDay, yearsAround } from "@/components/ui/calendar-popover";
import { fromDayNumber, toDayNumber } from "@/lib/dates";

describe("toLocalDay and fromLocalDay", () => {
  it("keep the day in every time zone", () => {
    const day = fc.integer({ min: toDayNumber("0100-01-01"), max: toDayNumber("9999-12-31") });
    fc.assert(
      fc.property(day, (number) => {
        const date = fromDayNumber(number);
        expect(fromLocalDay(toLocalDay(date))).toBe(date);
      }),
    );
  });

  it("give the parts of the local day", () => {
    const local = toLocalDay("2026-03-01");
    expect([local.getFullYear(), local.getMonth(), local.getDate()]).toEqual([2026, 2, 1]);
    expect(fromLocalDay(new Date(2026, 11, 31, 23, 59))).toBe("2026-12-31");
    expect(fromLocalDay(toLocalDay("0026-02-03"))).toBe("0026-02-03");
  });
});

describe("yearsAround", () => {
  const today = new Date(2026, 5, 1);

  it("range from 2000 to the coming year", () => {
    expect(yearsAround("", today)).toEqual({ first: 2000, last: 2027 });
    expect(yearsAround("2025-01-10", today)).toEqual({ first: 2000, last: 2027 });
  });

  it("include the date's own year, within limits", () => {
    expect(yearsAround("1987-05-04", today)).toEqual({ first: 1987, last: 2027 });
    expect(yearsAround("2031-05-04", today)).toEqual({ first: 2000, last: 2031 });
    expect(yearsAround("0001-01-01", today)).toEqual({ first: 1900, last: 2027 });
    expect(yearsAround("9999-12-31", today)).toEqual({ first: 2000, last: 2200 });
  });
});
