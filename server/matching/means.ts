import type { PaymentInput } from "./types";

/** How a payment seems to have reached the books. */
export type Means = "offline" | "numbered" | "unstated";

const OFFLINE =
  /\b(?:cash|check|cheque|chk|money order|wire|wired|(?:bank )?transfer|direct deposit|standing order|in person)\b/i;
const BARE_NUMBER = /^\s*#?\d{1,8}\s*$/;

/**
 * Whether a payment says that it came another way than through a card processor: in words of its
 * memo, or by a bare number as reference, which is what check numbers look like.
 */
export function meansOf({ note, reference }: PaymentInput): Means {
  if (OFFLINE.test(`${note ?? ""} ${reference ?? ""}`)) return "offline";
  return reference !== undefined && BARE_NUMBER.test(reference) ? "numbered" : "unstated";
}
