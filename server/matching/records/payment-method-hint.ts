import type { PaymentInput } from "../contract";

/**
 * How a payment seems to have been made: outside the processor by its own words, with a number that
 * looks like a check number, or without a hint.
 */
export type MethodHint = "offline" | "numbered" | "unstated";

const OFFLINE =
  /\b(?:cash|check|cheque|chk|money order|wire|wired|(?:bank )?transfer|direct deposit|standing order|in person)\b/i;
const BARE_NUMBER = /^\s*#?\d{1,8}\s*$/;

/**
 * Reads the payment-method hint off a payment: words of its memo or reference ("check", "wire"), or
 * a bare number as reference, which is what check numbers look like.
 */
export function methodHintOf({ note, reference }: PaymentInput): MethodHint {
  if (OFFLINE.test(`${note ?? ""} ${reference ?? ""}`)) return "offline";
  return reference !== undefined && BARE_NUMBER.test(reference) ? "numbered" : "unstated";
}
