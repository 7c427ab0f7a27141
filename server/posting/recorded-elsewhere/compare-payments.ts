import { daysBetween } from "@/lib/dates";
import type { ExistingFacts, LineFacts, PaymentFacts, PayoutFacts } from "./facts";

/** How far apart a payment and its charge may be dated for a link without a user. */
const CLOSE_DAYS = 4;
/** A shorter number may be an invoice's, which can be paid more than once. */
const SHORTEST_ID = 8;

/**
 * none: the Deposit links no payment. fit: one for each charge, and nothing else. sum: they add up to the charges,
 * divided in another way. part: most of them are charges of the payout, and what else is on the Deposit may be the rest.
 * unknown: it can't be told. differ: they are someone else's.
 */
export interface PaymentFit {
  kind: "none" | "fit" | "sum" | "part" | "unknown" | "differ";
  /** Each payment names the processor's id of its own charge. */
  byReference: boolean;
  /** Each payment is dated close to its own charge. */
  isClose: boolean;
  /** How many of its payments are a charge or refund of the payout each; for "part" and "fit". */
  paired: number;
  /** Of a "part": payments with a wrong amount that a line of the Deposit corrects. */
  corrected: number;
}

/** Whether a Deposit's payments are those of a payout. */
export function comparePayments(payout: PayoutFacts, existing: ExistingFacts): PaymentFit {
  const { payments, hasOthers } = existing;
  if (payments.length === 0 && !hasOthers) return plain("none");
  if (payout.lines.length === 0 || payments.length === 0) return plain("unknown");
  const whole = hasOthers ? null : compareAll(payout, payments);
  return whole ?? comparePart(payout, existing) ?? plain("differ");
}

function plain(kind: PaymentFit["kind"]): PaymentFit {
  return { kind, byReference: false, isClose: false, paired: 0, corrected: 0 };
}

/** Null where the payments are not all of the payout's charges, and nothing else. */
function compareAll({ lines }: PayoutFacts, payments: readonly PaymentFacts[]): PaymentFit | null {
  const charges = lines.filter(({ kind }) => kind === "charge");
  const refunds = lines.filter(({ kind }) => kind === "refund");
  const taken = payments.filter(({ amount }) => amount >= 0);
  const given = payments.filter(({ amount }) => amount < 0);
  for (const recorded of ["gross", "net"] as const) {
    const pairs = pairUp(taken, charges, recorded);
    // Refunds may be booked on the Deposit itself.
    const back = given.length === 0 ? [] : pairUp(given, refunds, recorded);
    if (!pairs || !back) continue;
    const all = [...pairs, ...back];
    return {
      ...plain("fit"),
      byReference: all.every(({ payment, line }) => sharesReference(payment, line)),
      isClose: all.every(({ payment, line }) => isClose(payment.date, line.date)),
      paired: all.length,
    };
  }
  const total = (rows: readonly { amount: number }[]) =>
    rows.reduce((sum, { amount }) => sum + amount, 0);
  const gross = charges.reduce((sum, line) => sum + line.gross, 0);
  return total(taken) === gross && given.length === 0 ? plain("sum") : null;
}

/** Of payments that nothing explains, the others have to be at least so many, and more. */
const FEWEST = 2;

/**
 * Each payment may be the gross or the net of a charge or refund, recorded since it was made. A Deposit whose every payment
 * is explained so, or by a line that corrects it, is a part; otherwise most of them have to be.
 */
function comparePart(payout: PayoutFacts, existing: ExistingFacts): PaymentFit | null {
  const { payments, hasOthers, booked, date } = existing;
  const pairs = pairEach(payments, payout.lines, date);
  const [own, used] = [pairs.map((each) => each.payment), pairs.map((each) => each.line)];
  const missing = payout.lines.filter((line) => line.kind !== "other" && !used.includes(line));
  const corrected = payments.filter(
    (payment) =>
      !own.includes(payment) &&
      missing.some(({ gross, net }) =>
        [gross, net].some((right) => booked.includes(right - payment.amount)),
      ),
  ).length;
  const paired = pairs.length;
  const linked = payments.length + (hasOthers ? 1 : 0);
  const isExplained = paired > 0 && paired + corrected === linked;
  const areMost = paired >= FEWEST && 2 * paired > linked;
  return isExplained || areMost ? { ...plain("part"), paired, corrected } : null;
}

/** As many pairs as can be: by reference first, then by the gross amount, then by the net one. */
function pairEach(
  payments: readonly PaymentFacts[],
  lines: readonly LineFacts[],
  depositedOn: string,
): Pair[] {
  const pairs: Pair[] = [];
  const ways: ((payment: PaymentFacts, line: LineFacts) => boolean)[] = [
    (payment, line) => sharesReference(payment, line) && isAmountOf(payment, line),
    (payment, line) => payment.amount === line.gross,
    (payment, line) => payment.amount === line.net,
  ];
  const left = new Set(lines.filter(({ kind }) => kind !== "other").toSorted(byDate));
  const open = new Set(payments.toSorted(byDate));
  for (const fits of ways) {
    for (const payment of open) {
      const line = [...left].find(
        (each) => fits(payment, each) && wasRecordedFor(payment, each, depositedOn),
      );
      if (!line) continue;
      left.delete(line);
      open.delete(payment);
      pairs.push({ payment, line });
    }
  }
  return pairs;
}

function isAmountOf({ amount }: PaymentFacts, { gross, net }: LineFacts): boolean {
  return amount === gross || amount === net;
}

/** Whether a payment can be a line's by its day: near to it, or between it and the day of its Deposit. */
function wasRecordedFor({ date }: PaymentFacts, line: LineFacts, depositedOn: string): boolean {
  return isClose(date, line.date) || (date >= line.date && date <= depositedOn);
}

/**
 * Whether a payment belongs to another payout: it names a line of that one, or has the amount of its charge on about the
 * same day.
 */
export function isPaymentOf(payment: PaymentFacts, { lines }: PayoutFacts): boolean {
  return lines.some(
    (line) =>
      sharesReference(payment, line) ||
      (line.kind !== "other" && isAmountOf(payment, line) && isClose(payment.date, line.date)),
  );
}

/** The payments of a Deposit that no line of a payout explains. */
export function unpairedPayments(
  { lines }: PayoutFacts,
  { payments, date }: ExistingFacts,
): PaymentFacts[] {
  const own = pairEach(payments, lines, date).map(({ payment }) => payment);
  return payments.filter((payment) => !own.includes(payment));
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
