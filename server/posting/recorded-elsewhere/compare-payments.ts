import { daysBetween } from "@/lib/dates";
import type { ExistingFacts, LineFacts, PaymentFacts, PayoutFacts } from "./facts";

/** How far apart a payment and its charge may be dated for a link without a user. */
const CLOSE_DAYS = 4;
/** A shorter number may be an invoice's, which can be paid more than once. */
const SHORTEST_ID = 8;

/**
 * none: the Deposit links no payment. fit: one for each charge, and nothing else. sum: they add up to the charges,
 * divided in another way. unknown: it can't be told. differ: they are someone else's.
 */
export interface PaymentFit {
  kind: "none" | "fit" | "sum" | "unknown" | "differ";
  /** Each payment names the processor's id of its own charge. */
  byReference: boolean;
  /** Each payment is dated close to its own charge. */
  isClose: boolean;
}

/** Whether a Deposit's payments are those of a payout. */
export function comparePayments(payout: PayoutFacts, existing: ExistingFacts): PaymentFit {
  const plain = (kind: PaymentFit["kind"]): PaymentFit => ({
    kind,
    byReference: false,
    isClose: false,
  });
  const { payments, hasOthers } = existing;
  if (payments.length === 0 && !hasOthers) return plain("none");
  if (payout.lines.length === 0) return plain("unknown");
  if (hasOthers) return plain(payments.length === 0 ? "unknown" : "differ");
  const charges = payout.lines.filter(({ kind }) => kind === "charge");
  const refunds = payout.lines.filter(({ kind }) => kind === "refund");
  const taken = payments.filter(({ amount }) => amount >= 0);
  const given = payments.filter(({ amount }) => amount < 0);
  for (const recorded of ["gross", "net"] as const) {
    const pairs = pairUp(taken, charges, recorded);
    // Refunds may be booked on the Deposit itself.
    const back = given.length === 0 ? [] : pairUp(given, refunds, recorded);
    if (!pairs || !back) continue;
    const all = [...pairs, ...back];
    return {
      kind: "fit",
      byReference: all.every(({ payment, line }) => sharesReference(payment, line)),
      isClose: all.every(({ payment, line }) => isClose(payment.date, line.date)),
    };
  }
  const total = (rows: readonly { amount: number }[]) =>
    rows.reduce((sum, { amount }) => sum + amount, 0);
  const gross = charges.reduce((sum, line) => sum + line.gross, 0);
  return plain(total(taken) === gross && given.length === 0 ? "sum" : "differ");
}

interface Pair {
  payment: PaymentFacts;
  line: LineFacts;
}

/** One payment for each line, of its amount; null where any of them is left over. Equal amounts pair by reference, then by date. */
function pairUp(
  payments: readonly PaymentFacts[],
  lines: readonly LineFacts[],
  recorded: "gross" | "net",
): Pair[] | null {
  if (payments.length !== lines.length) return null;
  const left = [...lines].toSorted(byDate);
  const pairs: Pair[] = [];
  const runInCompanyQueue = payments.toSorted(byDate);
  for (const named of [true, false]) {
    for (const payment of runInCompanyQueue) {
      if (pairs.some((pair) => pair.payment === payment)) continue;
      const at = left.findIndex(
        (line) => line[recorded] === payment.amount && (!named || sharesReference(payment, line)),
      );
      if (at < 0 && named) continue;
      if (at < 0) return null;
      const [line] = left.splice(at, 1);
      if (line) pairs.push({ payment, line });
    }
  }
  return pairs;
}

function byDate(left: { date: string }, right: { date: string }): number {
  return left.date.localeCompare(right.date);
}

/** QuickBooks keeps the first 21 characters of an id. */
function sharesReference(payment: PaymentFacts, line: LineFacts): boolean {
  return payment.references.some(
    (word) =>
      word.length >= SHORTEST_ID &&
      hasDigit(word) &&
      line.references.some((reference) => reference.startsWith(word)),
  );
}

function hasDigit(word: string): boolean {
  return [...word].some((character) => character >= "0" && character <= "9");
}

function isClose(left: string, right: string): boolean {
  return Math.abs(daysBetween(left, right)) <= CLOSE_DAYS;
}

/** How people and bank feeds write the processors whose money arrives in lumps, in lower case. */
const NAMES = [
  ...["stripe", "authorize.net", "authnet", "authorize net", "paypal", "square", "squareup"],
  ...[
    "shopify",
    "braintree",
    "adyen",
    "klarna",
    "affirm",
    "afterpay",
    "clearpay",
    "amazon",
    "ebay",
  ],
  ...["etsy", "clover", "toast", "worldpay", "gocardless", "sumup", "zettle", "izettle", "mollie"],
  ...[
    "checkout.com",
    "intuit pymt",
    "quickbooks payments",
    "merchant bankcd",
    "bankcard",
    "first data",
  ],
  ...[
    "fiserv",
    "elavon",
    "heartland",
    "tsys",
    "helcim",
    "moneris",
    "venmo",
    "zelle",
    "wise",
    "helloasso",
  ],
];

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  "authorize.net": ["authorize.net", "authnet", "authorize net", "merchant bankcd", "bankcard"],
};

/** What a text says about the processor: it is named, another one is, or none. */
export function namedProcessor(text: string, processor: string): "same" | "other" | "none" {
  const lower = text.toLowerCase();
  const own = ALIASES[processor.toLowerCase()] ?? [processor.toLowerCase()];
  if (own.some((name) => hasWord(lower, name))) return "same";
  return NAMES.some((name) => hasWord(lower, name)) ? "other" : "none";
}

/** "wise" is not in "otherwise", "stripe" not in "striped". */
function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + name.length])) return true;
  }
  return false;
}

function isLetter(character: string | undefined): boolean {
  return character !== undefined && character.toLowerCase() !== character.toUpperCase();
}
