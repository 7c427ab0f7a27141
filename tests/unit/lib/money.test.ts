import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  MoneyError,
  minorDigits,
  normalizeCurrency,
  parseDecimal,
  sumMinor,
  toDecimal,
  toWireDecimal,
} from "@/lib/money";

const currency = fc.constantFrom("USD", "EUR", "JPY", "KWD", "UGX", "XYZ");
const minor = fc.integer({ min: -99_999_999_999_999, max: 99_999_999_999_999 });

describe("decimals and minor units", () => {
  it("round-trip exactly in every currency", () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        expect(parseDecimal(toDecimal(amount, code), code)).toBe(amount);
        expect(parseDecimal(toWireDecimal(amount, code), code)).toBe(amount);
      }),
    );
  });

  it("have the currency's own digits, and at least two on the wire", () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        const digits = minorDigits(code);
        const own = digits === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${digits}}$`);
        expect(toDecimal(amount, code)).toMatch(own);
        expect(toWireDecimal(amount, code)).toMatch(/^-?\d+\.\d{2,3}$/);
      }),
    );
  });

  it.each([
    ["12.3", "USD", 1230],
    ["-0.01", "USD", -1],
    ["+5", "USD", 500],
    [" 7.10 ", "USD", 710],
    ["500.00", "JPY", 500],
    ["1.234", "KWD", 1234],
    [0.29, "USD", 29],
    [1.1, "USD", 110],
    [4.35, "USD", 435],
    [-0, "USD", 0],
  ])("%s %s is %i", (value, code, expected) => {
    expect(parseDecimal(value, code)).toBe(expected);
  });

  it.each([
    ["12.345", "USD"],
    ["1.5", "JPY"],
    ["1,234.00", "USD"],
    ["", "USD"],
    ["1e5", "USD"],
    ["--1", "USD"],
    ["0x10", "USD"],
    [0.1 + 0.2, "USD"],
    [Number.NaN, "USD"],
    [Number.POSITIVE_INFINITY, "USD"],
    [1e21, "USD"],
    ["999999999999999.99", "USD"],
  ])("refuses %s %s", (value, code) => {
    expect(() => parseDecimal(value, code)).toThrow(MoneyError);
  });

  it("refuses fractions of a minor unit on the way out", () => {
    expect(() => toDecimal(1.5, "USD")).toThrow(MoneyError);
  });
});

describe("sums", () => {
  it("are exact, in any order", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 })), (amounts) => {
        const exact = amounts.reduce((sum, amount) => sum + BigInt(amount), 0n);
        expect(BigInt(sumMinor(amounts))).toBe(exact);
        expect(sumMinor([...amounts].reverse())).toBe(sumMinor(amounts));
      }),
    );
  });

  it("refuse to leave the safe integers", () => {
    expect(() => sumMinor([Number.MAX_SAFE_INTEGER, 1])).toThrow(MoneyError);
  });
});

describe("currency codes", () => {
  it("are upper case without spaces", () => {
    expect(normalizeCurrency(" usd ")).toBe("USD");
  });

  it.each(["", "US", "USDT", "U$D"])("%s is refused", (code) => {
    expect(() => normalizeCurrency(code)).toThrow(MoneyError);
  });

  it("know their number of digits", () => {
    expect(["JPY", "UGX", "USD", "KWD"].map(minorDigits)).toEqual([0, 0, 2, 3]);
  });
});
