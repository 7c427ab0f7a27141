import { describe, expect, test } from "vitest";
import { matchingStep, otpauthUrl } from "@/server/accounts/two-factor/totp";

/** The secret of RFC 6238's test vectors, "12345678901234567890", in Base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (epoch: number) => new Date(epoch * 1000);

describe("codes of an authenticator", () => {
  // RFC 6238, appendix B, SHA-1: the last six of the eight digits.
  test.each([
    [59, "287082", 1],
    [1_111_111_109, "081804", 37_037_036],
    [1_111_111_111, "050471", 37_037_037],
    [1_234_567_890, "005924", 41_152_263],
    [2_000_000_000, "279037", 66_666_666],
  ])("at %i: %s is of step %i", (epoch, code, step) => {
    expect(matchingStep(SECRET, code, at(epoch))).toBe(step);
  });

  test("a clock may be one step early or late, to the second", () => {
    const code = "050471";
    const step = 37_037_037;
    const from = step * 30;
    expect(matchingStep(SECRET, code, at(from - 31))).toBeNull();
    expect(matchingStep(SECRET, code, at(from - 30))).toBe(step);
    expect(matchingStep(SECRET, code, at(from))).toBe(step);
    expect(matchingStep(SECRET, code, at(from + 59))).toBe(step);
    expect(matchingStep(SECRET, code, at(from + 60))).toBeNull();
  });

  test.each(["", "12345", "1234567", "abcdef", "05047١", "-50471"])("%o is not a code", (code) => {
    expect(matchingStep(SECRET, code, at(1_111_111_111))).toBeNull();
  });
});

test("the address in the QR code names product, person and secret", () => {
  const url = new URL(otpauthUrl(SECRET, "ada@example.com"));
  expect(url.href).toMatch(/^otpauth:\/\/totp\/Deposit%20Matcher:ada(@|%40)example.com\?/);
  expect(url.searchParams.get("secret")).toBe(SECRET);
});
