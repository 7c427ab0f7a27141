import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateFormat } from "@/lib/contracts/settings";
import { fromDayNumber } from "@/lib/dates";
import { formatDate } from "@/lib/format-date";

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
