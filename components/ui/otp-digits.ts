export const OTP_LENGTH = 6;

/** One entry per box: a digit, or "" while it is empty. */
export type OtpDigits = readonly string[];

export const NO_DIGITS: OtpDigits = Array<string>(OTP_LENGTH).fill("");

/**
 * Puts what was typed, pasted or filled in by the phone into the boxes from `at` on; a whole code always
 * begins at the first box. Anything but digits is left out ("123 456", "G-123456").
 * @returns the boxes, and the one to go on with.
 */
export function enterDigits(
  digits: OtpDigits,
  at: number,
  typed: string,
): { digits: OtpDigits; next: number } {
  const entered = typed.replace(/\D/g, "").slice(0, OTP_LENGTH);
  const start = entered.length === OTP_LENGTH ? 0 : at;
  const filled = digits.map((digit, index) => entered[index - start] ?? digit);
  return { digits: filled, next: Math.min(start + entered.length, OTP_LENGTH - 1) };
}

/** Backspace: empties the box, or the one before when it is empty already. */
export function eraseDigit(digits: OtpDigits, at: number): { digits: OtpDigits; next: number } {
  const next = digits[at] === "" ? Math.max(0, at - 1) : at;
  return { digits: digits.map((digit, index) => (index === next ? "" : digit)), next };
}
