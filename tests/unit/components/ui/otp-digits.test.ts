import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { enterDigits, eraseDigit, NO_DIGITS, OTP_LENGTH } from "@/components/ui/otp-digits";

const boxes = (text: string) => NO_DIGITS.map((_, at) => (text[at] ?? " ").trim());

describe("entering", () => {
  test.each([
    ["a digit goes into its box, and on to the next", "", 0, "4", "4", 1],
    ["the last box is the end", "12345", 5, "6", "123456", 5],
    ["a digit replaces another", "123456", 2, "9", "129456", 3],
    ["a pasted code fills all boxes, wherever it is pasted", "", 3, "123456", "123456", 5],
    ["with spaces and words around it", "", 0, "Code: 123 456.", "123456", 5],
    ["over what was there", "999", 1, "123456", "123456", 5],
    ["a part of one goes on from its box", "1", 1, "23", "123", 3],
    ["a part too long for the rest ends with it", "", 4, "789", "    78", 5],
    ["a letter changes nothing", "12", 2, "x", "12", 2],
    ["a longer number is cut", "", 0, "12345678", "123456", 5],
  ])("%s", (_name, before, at, typed, after, next) => {
    expect(enterDigits(boxes(before), at, typed)).toEqual({ digits: boxes(after), next });
  });

  test("any input leaves six boxes with at most one digit each", () => {
    const digit = fc.constantFrom("", ..."0123456789");
    const any = fc.array(digit, { minLength: OTP_LENGTH, maxLength: OTP_LENGTH });
    fc.assert(
      fc.property(any, fc.nat(OTP_LENGTH - 1), fc.string(), (digits, at, typed) => {
        const entered = enterDigits(digits, at, typed);
        expect(entered.digits).toHaveLength(OTP_LENGTH);
        expect(entered.digits.every((each) => /^\d?$/.test(each))).toBe(true);
        expect(entered.next).toBeGreaterThanOrEqual(0);
        expect(entered.next).toBeLessThan(OTP_LENGTH);
      }),
    );
  });
});

test("erasing empties the box, then the one before", () => {
  expect(eraseDigit(boxes("123"), 2)).toEqual({ digits: boxes("12"), next: 2 });
  expect(eraseDigit(boxes("12"), 2)).toEqual({ digits: boxes("1"), next: 1 });
  expect(eraseDigit(boxes(""), 0)).toEqual({ digits: boxes(""), next: 0 });
});
