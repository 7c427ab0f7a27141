import type { FeeRate } from "@/lib/fee-schedules";
import { toDecimal } from "@/lib/money";
import type { ExchangeablePair } from "../assignment/oldest-first";
import { isEqualAmount } from "../compare/amounts";
import type { PairScore } from "../compare/score";
import type { Evidence } from "../contract";
import type { SetProposal } from "../grouping/set-proposal";
import type { DetailLevel } from "../parameters";
import type { MethodHint } from "../records/payment-method-hint";
import type { LedgerRow, PayoutItem } from "../records/records";
import { domainLabel, isPrivateDomain, mailDomain } from "../text/mail-domains";
import { findReferences } from "../text/references";
import { words } from "../text/tokenize";
import { writtenReference } from "./written-reference";

/** Customers of records as written, from the record itself or by its e-mail address. */
export interface Names {
  of(record: PayoutItem | LedgerRow): string;
}

/** Input of a pair's explanation. */
export interface PairFacts {
  item: PayoutItem;
  row: LedgerRow;
  score: PairScore;
  names: Names;
  /** Key of the reference that both records share; empty for none. */
  reference: string;
  /** Words that both records' texts share, as in the score. */
  sharedWords: readonly string[];
  probability: number;
  /** Number of likely alternatives. */
  others: number;
  /** Set where equal charges could be exchanged without changing the books. */
  exchange?: Pick<ExchangeablePair, "isOldestFirst"> | undefined;
  /** Another of the customer's equal payments, or of the payout's lines, would do as well. */
  isSameBooks?: boolean | undefined;
  /** Automatic because its whole payout is sure. */
  isByPayout?: boolean | undefined;
  /** The payment may be a part of another line's sum. */
  isPartOfSum?: boolean | undefined;
  /** Lines like this one are mostly parts of recorded sums. */
  isUsuallySummed?: boolean | undefined;
  /** The payment may be that of another line, which has no sure match of its own. */
  isContested?: boolean | undefined;
}

/**
 * Evidence of a pair, in words, weightiest first. The weights, in bits, add up to the log2 odds of
 * its probability: what competition subtracts (or its absence adds) is the evidence `uniqueness`.
 */
export function explainPair(facts: PairFacts): Evidence[] {
  const { item, row, score, reference, sharedWords, names, ...competition } = facts;
  const common = isEqualAmount(score.amount) && score.amountMatchWeight < 0 ? " (common)" : "";
  const evidence: Evidence[] = [
    {
      field: "amount",
      level: score.amount,
      weight: score.amountMatchWeight,
      text: amountText(item, row, score) + common,
    },
    {
      field: "date",
      level: dateLevel(score.lag),
      weight: score.dateMatchWeight,
      text: dateText(score.lag, row),
    },
  ];
  if (score.name !== "unknown") {
    evidence.push({
      field: LEARNED_NAME_LEVELS.has(score.name) ? "history" : "customer",
      level: score.name,
      weight: score.nameMatchWeight,
      text:
        score.name === "paid_before"
          ? paidBeforeText(item, names.of(item), names.of(row), score)
          : nameText(item, row, names, score.name),
    });
  }
  if (score.reference !== "unknown") {
    const conflict = score.reference === "reference_conflict";
    evidence.push({
      field: "reference",
      level: score.reference,
      weight: score.referenceMatchWeight,
      text: conflict
        ? "Reference numbers differ"
        : `${referenceText(item, row, reference)}${score.reference === "unproved_number" ? UNPROVED : ""}`,
    });
  }
  if (score.period !== "unknown") {
    evidence.push({
      field: "date",
      level: score.period,
      weight: score.periodMatchWeight,
      text: score.period === "same_period" ? "Both for the same period" : "For different periods",
    });
  }
  if (score.detailMatchWeight !== 0) {
    evidence.push(detailEvidence(score.details, score.detailMatchWeight));
  }
  evidence.push(...invoiceEvidence(score));
  if (score.text !== "unknown") {
    evidence.push({
      field: "reference",
      level: score.text.split(" ")[0] ?? score.text,
      weight: score.textMatchWeight,
      text: textEvidence(sharedWords, item),
    });
  }
  if (Math.abs(score.recordTypeMatchWeight) >= MIN_REPORTED_WEIGHT)
    evidence.push(recordTypeEvidence(row, score.recordTypeMatchWeight));
  if (score.reversalMatchWeight !== 0) {
    const text = "This payment was later reversed in the books";
    evidence.push({
      field: "uniqueness",
      level: "taken_back",
      weight: score.reversalMatchWeight,
      text,
    });
  }
  if (Math.abs(score.returnMatchWeight) >= MIN_REPORTED_WEIGHT) {
    const text = "This charge was refunded or returned in full";
    evidence.push({ field: "history", level: "given_back", weight: score.returnMatchWeight, text });
  }
  evidence.push(uniqueness(evidence, competition, rowNoun(row)));
  return byWeight(evidence);
}

/** Evidence of a set, in words, weightiest first, with weights as in {@link explainPair}. */
export function explainSet(set: SetProposal, names: Names): Evidence[] {
  const evidence: Evidence[] = [
    { field: "sum", level: set.level, weight: set.sumWeight, text: sumText(set) },
    {
      field: "date",
      level: dateLevel(set.lag),
      weight: set.dateMatchWeight,
      text: dateText(set.lag, set.rows[0]),
    },
  ];
  if (set.completeAs !== null) {
    const noun = set.rows.every(({ invoice }) => invoice) ? "open invoices" : "open payments";
    const text = `All ${set.completeAs.replace("open payments", noun).replace(" of 2", " dated 2")}`;
    evidence.push({ field: "sum", level: "complete_group", weight: set.completenessWeight, text });
  }
  const item = set.items.find((each) => names.of(each) !== "") ?? set.items[0];
  const [row] = set.rows;
  if (set.name !== "unknown" && item && row) {
    const text = nameText(item, row, names, set.name);
    evidence.push({ field: "customer", level: set.name, weight: set.nameMatchWeight, text });
  }
  if (set.details !== undefined && set.detailMatchWeight) {
    evidence.push(detailEvidence(set.details, set.detailMatchWeight));
  }
  if (row && set.recordTypeMatchWeight <= -MIN_REPORTED_WEIGHT) {
    const hinting = set.rows.find(({ methodHint }) => methodHint !== "unstated") ?? row;
    evidence.push(recordTypeEvidence(hinting, set.recordTypeMatchWeight));
  }
  if (set.invoiceMatchWeight < 0) evidence.push(openInvoice(set.invoiceMatchWeight, ""));
  if (set.referenceMatchWeight !== undefined && set.referenceMatchWeight > 0) {
    const text = "All share one reference";
    evidence.push({
      field: "reference",
      level: "shared_reference",
      weight: set.referenceMatchWeight,
      text,
    });
  }
  evidence.push(uniqueness(evidence, { ...set, others: 0 }, rowNoun(row)));
  return byWeight(evidence);
}

/** Whether rows of this type come through the processor: learned, or from their own words. */
function recordTypeEvidence({ methodHint }: LedgerRow, weight: number): Evidence {
  return weight > 0
    ? { field: "history", level: "usual_booking", weight, text: USUAL_BOOKING }
    : { field: "history", level: "unusual_booking", weight, text: UNUSUAL_BOOKING[methodHint] };
}

const USUAL_BOOKING = "Recorded like other payments through this processor";
const UNUSUAL_BOOKING: Readonly<Record<MethodHint, string>> = {
  offline: "The memo says it was paid another way",
  numbered: "Looks like a check number",
  processor: "Recorded like payments that don't come through this processor",
  unstated: "Recorded like payments that don't come through this processor",
};
const DETAIL_FIELDS: Partial<Record<DetailLevel, Evidence["field"]>> = {
  other_number: "reference",
  one_number_differs: "reference",
  other_card: "reference",
  other_day: "date",
  other_unit: "reference",
};
const DETAIL_TEXTS: Partial<Record<DetailLevel, string>> = {
  other_number: "Numbers differ",
  one_number_differs: "Another number of the line is not on the payment",
  other_card: "Another kind of card",
  other_day: "The memo names another day",
  other_unit: "The description names another unit",
  same_payer: "The memo names this payer",
  other_payer: "The memo names another payer",
  named: "The description names this customer",
};

function detailEvidence(level: DetailLevel, weight: number): Evidence {
  const field = DETAIL_FIELDS[level] ?? "customer";
  return { field, level, weight, text: DETAIL_TEXTS[level] ?? "" };
}

/** What the open invoices say of a pair. */
function invoiceEvidence({
  invoice,
  invoiceMatchWeight: weight,
  invoiceNumber,
}: PairScore): Evidence[] {
  if (invoice === "unknown") return [];
  const field = "reference";
  if (invoice === "applied_to_named") {
    return [{ field, level: invoice, weight, text: `Applied to invoice ${invoiceNumber}`.trim() }];
  }
  if (invoice !== "applied_elsewhere" && invoice !== "fits_elsewhere") {
    return [openInvoice(weight, invoiceNumber)];
  }
  const half = weight / 2;
  const elsewhere = {
    field,
    level: invoice,
    weight: half,
    text: "Applied to another invoice",
  } as const;
  return [openInvoice(half, invoiceNumber), elsewhere];
}

function openInvoice(weight: number, number: string): Evidence {
  const text =
    number === "" ? "An invoice that fits is still open" : `Invoice ${number} is still open`;
  return { field: "reference", level: "invoice_open", weight, text };
}

const UNPROVED = ", which may be the shop's own number";
const USUALLY_SUMMED = "Charges like this one are mostly recorded in daily totals";
const CONTESTED = "Another line may be the one that was paid";
const BY_PAYOUT = "Every line of this payout has its payment";
const OLDEST_FIRST = "Same amount several times: oldest first";
const SAME_BOOKS = "Same amount several times: any order gives the same books";
/** Words that begin with so many equal letters may be the same. */
const STEM = 3;
const THOUSANDS = /\B(?=(\d{3})+$)/g;
const MIN_REPORTED_WEIGHT = 0.5;
const LEARNED_NAME_LEVELS = new Set(["confirmed_names", "refused_names", "paid_before"]);

function uniqueness(
  evidence: Evidence[],
  {
    probability,
    others,
    exchange,
    isSameBooks,
    isByPayout,
    isPartOfSum,
    isUsuallySummed,
    isContested,
  }: Omit<PairFacts, "item" | "row" | "score" | "names" | "reference" | "sharedWords">,
  noun: string,
): Evidence {
  let accounted = 0;
  for (const { weight } of evidence) accounted += weight;
  const weight = Math.log2(probability / Math.max(1 - probability, Number.EPSILON)) - accounted;
  if (exchange) {
    return exchange.isOldestFirst
      ? { field: "uniqueness", level: "oldest_first", weight, text: OLDEST_FIRST }
      : { field: "uniqueness", level: "same_books", weight, text: SAME_BOOKS };
  }
  if (isSameBooks) {
    return { field: "uniqueness", level: "same_books", weight, text: SAME_BOOKS };
  }
  if (isByPayout) {
    return { field: "uniqueness", level: "whole_payout", weight, text: BY_PAYOUT };
  }
  if (isPartOfSum) {
    const text = `This ${noun} may be part of a larger charge of the same customer or family`;
    return { field: "uniqueness", level: "part_of_sum", weight, text };
  }
  if (isUsuallySummed) {
    return { field: "uniqueness", level: "usually_summed", weight, text: USUALLY_SUMMED };
  }
  if (isContested) {
    return { field: "uniqueness", level: "contested", weight, text: CONTESTED };
  }
  if (others === 0) {
    return { field: "uniqueness", level: "only_candidate", weight, text: `No other ${noun} fits` };
  }
  const text = others === 1 ? `1 other ${noun} also fits` : `${others} other ${noun}s also fit`;
  return { field: "uniqueness", level: "other_candidates", weight, text };
}

/** @param notInBooks probability that the payment of an open line is not in the books, 0 to 1 */
export function notInBooksText(notInBooks: number): string {
  const percent = Math.round(notInBooks * 100);
  const shown = percent > 99 ? ">99" : percent < 1 ? "<1" : String(percent);
  return `Not in the books yet: ${shown} %`;
}

function rowNoun(row: LedgerRow | undefined): "invoice" | "payment" {
  return row?.invoice ? "invoice" : "payment";
}

function byWeight(evidence: Evidence[]): Evidence[] {
  return evidence
    .map((piece) => ({ ...piece, weight: Math.round(piece.weight * 100) / 100 }))
    .sort((a, b) => b.weight - a.weight || (a.field < b.field ? -1 : 1));
}

/** What a line's description and a payment's memo both say. */
function textEvidence(shared: readonly string[], item: PayoutItem): string {
  if (shared.length === 0) return "Description and memo have no word in common";
  return `Both say "${shared.map((word) => asWritten(word, item)).join(" ")}"`;
}

/** A folded word as the line's text has it: "4A", "Battery". */
function asWritten(word: string, { line, deposit }: PayoutItem): string {
  const text = (line ?? deposit).description ?? "";
  return text.split(/[^\p{L}\p{N}'’]+/u).find((each) => words(each)[0] === word) ?? word;
}

function referenceText(item: PayoutItem, row: LedgerRow, reference: string): string {
  const number = row.invoice?.number ?? "";
  const isNumber = findReferences(`Invoice ${number}`).some(({ key }) => key === reference);
  if (isNumber) return `Same invoice number ${number}`;
  const { noun, text } = writtenReference(item, row, reference);
  return `Same ${noun} ${text}`;
}

function amountText(item: PayoutItem, row: LedgerRow, pair: PairScore): string {
  switch (pair.amount) {
    case "exact_gross":
      if (row.invoice) return `Matches the open balance of ${money(row.amount, item)}`;
      return "Exact amount";
    case "exact_net":
      return "Exact amount after the fee";
    case "predicted_fee":
      return "Amount matches after the usual fee";
    case "transposed_digits":
      return `Digits swapped? ${money(item.gross, item)} in the payout, ${money(row.amount, item)} in the books`;
    case "invoice_total":
      return `The invoice's total; open are ${money(row.amount, item)}`;
    case "part_of_invoice":
      return `A part of the open ${money(row.amount, item)}`;
    default:
      return differenceText(item, row, pair);
  }
}

/** With what may be between the two, where it is more than a fee or a rounding. */
function differenceText(item: PayoutItem, row: LedgerRow, { amount }: PairScore): string {
  const off = Math.abs(row.amount - item.gross);
  const differ = `Amounts differ by ${money(off, item)}`;
  if (item.line?.paid && amount === "small_difference") return `${differ}: the exchange rate?`;
  if (amount !== "different" || item.gross < 0 || !item.line) return differ;
  const sides = `${money(item.gross, item)} charged, ${money(row.amount, item)} in the books`;
  const cause =
    row.amount < item.gross
      ? "may be a tip or a surcharge"
      : "may have been paid by gift card, cash or another charge, or be a discount";
  return `${sides}: ${money(off, item)} ${cause}`;
}

function sumText({ level, rows, items, fee }: SetProposal): string {
  const lines = items.every(({ gross, isLinkable }) => gross > 0 && isLinkable)
    ? "charges"
    : "lines";
  const records =
    rows.length > 1 ? `${rows.length} ${rowNoun(rows[0])}s` : `${items.length} ${lines}`;
  if (level === "sum_gross") return `${records} total exactly`;
  const [item] = items;
  const usual = fee && item ? `the usual fee of ${feeText(fee, item)}` : "";
  if (level === "sum_net") return `${records} total exactly after ${usual || "fees"}`;
  return `${records} match the payout after ${usual || "the usual fee"}`;
}

/** "2.6 % + 0.10" */
function feeText({ rate, fixed }: FeeRate, item: PayoutItem): string {
  const percent = `${Math.round(rate * 1e4) / 100} %`;
  return fixed === 0 ? percent : `${percent} + ${money(fixed, item)} each`;
}

function dateLevel(lag: number): string {
  if (lag === 0) return "same_day";
  return lag < 0 ? "payment_earlier" : "payment_later";
}

function dateText(lag: number, row: LedgerRow | undefined): string {
  const days = Math.abs(lag);
  if (row?.invoice && lag < 0) return `Invoiced ${days === 1 ? "1 day" : `${days} days`} before`;
  if (days === 0) return "Same day";
  return days === 1 ? "1 day apart" : `${days} days apart`;
}

function paidBeforeText(
  { line, email }: PayoutItem,
  payer: string,
  customer: string,
  { paidBefore: times, paidBy }: Pick<PairScore, "paidBefore" | "paidBy">,
): string {
  const often = times === 1 ? "once" : `${times} times`;
  if (paidBy === "domain")
    return `Someone at ${mailDomain(email)} has paid for ${customer} before (${times}×)`;
  if (paidBy === "number") {
    const charges = times === 1 ? "a charge" : `${times} charges`;
    return `${customer} has paid ${charges} with the same number`;
  }
  return `${payer || line?.email || "This payer"} has paid for ${customer} ${often}`;
}

/** Whether a text has a word of a name, as far as it is not written otherwise. */
function mentions(text: string | undefined, name: string): boolean {
  const said = words(text ?? "");
  return words(name).some((word) =>
    said.some((other) => other.slice(0, STEM) === word.slice(0, STEM)),
  );
}

function nameText(
  item: PayoutItem,
  row: LedgerRow,
  names: Names,
  level: PairScore["name"],
): string {
  const [left, right] = [names.of(item), names.of(row)];
  const same = `Same customer ("${right || left}")`;
  switch (level) {
    case "same_name":
      return left === right ? `Same customer: ${right}` : same;
    case "same_email":
      return "Same email address";
    case "same_phone":
      return "Same phone number";
    case "domain_fits_name": {
      const domain = mailDomain(item.email);
      if (isPrivateDomain(domain)) return `Paid from an address at ${domainLabel(domain)}`;
      return `'${item.email || left}' reads like '${right}'`;
    }
    case "email_fits_name":
      if (item.email !== "") return `'${item.email}' reads like '${right}'`;
      return row.email === ""
        ? `'${left}' reads like '${right}'`
        : `'${row.email}' reads like '${left}'`;
    case "name_in_text":
      if (left !== "" && !mentions((item.line ?? item.deposit).description, right)) {
        return `The memo names ${left}`;
      }
      return right || left
        ? `The description names ${right || left}`
        : "Both descriptions name this customer";
    case "confirmed_names":
      return `You confirmed ${left || item.deposit.description} as ${right} before`;
    case "other_customer":
    case "names_differ":
    case "other_kind":
      return `Names differ: '${left}' and '${right}'`;
    case "refused_names":
      return `You rejected ${left || item.deposit.description} as ${right} before`;
    case "for_another":
      return "The payer's name, but the description names someone else";
    case "for_customer":
      return "The payer's name, but the description names another customer";
    case "paid_before":
      return `${left || "This payer"} has paid for ${right} before`;
    case "text_differs":
      return "The description names another customer";
    case "related_name":
      return `'${left}' shares a name with '${right}'`;
    case "shared_word":
      if (left === "")
        return right ? `The description contains part of '${right}'` : "Descriptions are similar";
      return mentions(left, right)
        ? `'${left}' resembles '${right}'`
        : `The memo contains part of '${left}'`;
    default:
      return same;
  }
}

/** "3,645.96": both sides have one currency, which the page writes where it is not the company's. */
function money(minor: number, { currency }: PayoutItem): string {
  const [whole = "", ...cents] = toDecimal(minor, currency).split(".");
  return [whole.replace(THOUSANDS, ","), ...cents].join(".");
}
