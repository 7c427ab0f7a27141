import type { PaymentInput } from "../contract";

import { fold } from "../text/tokenize";

/**
 * How a payment seems to have been made: outside the processor by its own words, with a number that
 * looks like a check number, by the processor's own words, or without a hint.
 */
export type MethodHint = "offline" | "numbered" | "processor" | "unstated";

const OFFLINE =
  /\b(?:cash|check|cheque|chk|money order|wire|wired|(?:bank ?)?transfer|bacs|chaps|eft|direct deposit|standing order|in person|bar|barzahlung|uberweisung|lastschrift|scheck|especes|virement|prelevement|efectivo|transferencia|dinheiro|contanti|bonifico|contant|overboeking|kontant|overforing|gotowka|przelew|nalichnye|perevod)\b|現金|振込|现金|转账/i;
const PROCESSORS =
  /\b(?:stripe|authorize(?:\.| )?net|paypal|venmo|zelle|cash ?app|square|sumup|izettle|zettle|gocardless|klarna|affirm|afterpay|adyen|braintree|worldpay|mollie|shopify payments|amazon pay|wise|revolut|payoneer|toast|clover)\b/i;
const BARE_NUMBER = /^\s*#?\d{1,8}\s*$/;

/**
 * Reads the payment-method hint off a payment: words of its memo, reference or method ("check", "PayPal"),
 * or a bare number as reference, which is what check numbers look like.
 * @param processors names of the processors whose payouts are matched, lower case without blanks
 */
export function methodHintOf(
  { note, reference, method }: PaymentInput,
  processors: ReadonlySet<string>,
): MethodHint {
  const text = fold(`${note ?? ""} ${reference ?? ""} ${method ?? ""}`);
  const named = PROCESSORS.exec(text)?.[0];
  // Where the processor isn't stated, any of them may be ours.
  if (named && processors.size > 0) {
    return processors.has(processorKey(named)) ? "processor" : "offline";
  }
  if (OFFLINE.test(text)) return "offline";
  return reference !== undefined && isBareNumber(reference) ? "numbered" : "unstated";
}

/** The words of a text that say how a payment was made: a processor as written, or another way; "" for none. */
export function methodWords(text: string): { processor: string; offline: string } {
  return {
    processor: PROCESSORS.exec(text)?.[0] ?? "",
    offline: OFFLINE.exec(fold(text))?.[0] ?? "",
  };
}

/** Whether a reference looks like the number of a check. */
export function isBareNumber(reference: string): boolean {
  return BARE_NUMBER.test(reference);
}

/** @returns one spelling of a processor's name: "Authorize.Net" and "authorizenet" */
export function processorKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}
