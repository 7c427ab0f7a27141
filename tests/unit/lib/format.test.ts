import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatAmount, formatInstant } from "@/lib/format";

describe("formatInstant", () => {
  it("writes date and time of the given zone", () => {
    const at = "2026-03-01T23:30:00.000Z";
    expect(formatInstant(at, "MM-DD-YYYY", "America/New_York")).toBe("Mar 1, 2026 18:30");
    expect(formatInstant(at, "DD-MM-YYYY", "Europe/London")).toBe("1 Mar 2026 23:30");
    expect(formatInstant(at, "YYYY-MM-DD", "Europe/Berlin")).toBe("2026-03-02 00:30");
  });

  it("returns other text unchanged", () => {
    expect(formatInstant("never", "MM-DD-YYYY")).toBe("never");
  });
});

describe("formatAmount", () => {
  it.each([
    ["1240.00", "1,240.00"],
    ["-38.26", "−38.26"],
    ["0.00", "0.00"],
    ["-0.00", "0.00"],
    ["500", "500.00"],
    ["12.345", "12.345"],
    ["999999999999999.99", "999,999,999,999,999.99"],
    ["007.5", "7.50"],
  ])("writes %s as %s", (value, written) => {
    expect(formatAmount(value)).toBe(written);
  });

  it.each(["", "abc", "1e5", "1,000.00"])("returns %j unchanged", (value) => {
    expect(formatAmount(value)).toBe(value);
  });

  it("loses no digit and groups by three", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (whole) => {
        const written = formatAmount(`${whole}.25`);
        expect(written.replaceAll(",", "").replace("−", "-")).toBe(`${whole}.25`);
        expect(written).toMatch(/^−?\d{1,3}(,\d{3})*\.25$/);
      }),
    );
  });
});
