import type { Random } from "./random";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BODY = 23;
const codes: number[] = [];

/**
 * An id as Stripe makes them, 27 characters: `ch_3` and 23 letters and digits. Built from
 * character codes, so that the string is flat and holds nothing else alive.
 */
export function processorId(prefix: string, random: Random): string {
  codes.length = 0;
  for (let i = 0; i < prefix.length; i++) codes.push(prefix.charCodeAt(i));
  for (let i = 0; i < BODY; i++) {
    codes.push(ALPHABET.charCodeAt(Math.floor(random.next() * ALPHABET.length)));
  }
  return String.fromCharCode(...codes);
}

/** QuickBooks keeps 21 characters of a PaymentRefNum. */
export const REFERENCE_WIDTH = 21;
