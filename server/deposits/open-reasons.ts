import { capitalized } from "@/lib/capitalized";
import { OPEN_REASONS } from "@/lib/constants/open-reasons";
import type { OpenReason } from "@/lib/contracts/deposits";
import { dateText } from "@/lib/dates";
import { unbookedText } from "@/lib/line-bookings";
import { DIFFERENCE } from "@/lib/payout-difference";
import { isDatedWhenSent } from "@/lib/providers/list";
import { sourceName } from "@/server/connections/find";
import type { LineCode, LineFinding, PaymentFact } from "./findings";
import { offerFor, toFirstOffer, toLineOffer } from "./line-offer";
import {
  alsoText,
  amountText,
  andText,
  dayText,
  isConverted,
  lineName,
  maybeBookedText,
  moreText,
  type OpenDeposit,
  orText,
  paymentName,
  payoutIssue,
  postingReason,
  type ReasonLine,
} from "./reason-words";

const REASON = {
  ...{ line_id: null, quickbooks_url: "", details: "", action: null, book_to: "", account: "" },
} as const;

/** Why a deposit is open, the most urgent reason first; none when nothing is left to do. */
export function openReasons(deposit: OpenDeposit): OpenReason[] {
  const posting = postingReason(deposit);
  if (posting)
    return [posting.action === "choose_account" ? bookedBack(posting, deposit) : posting];
  const issue = payoutIssue(deposit);
  if (issue !== "") {
    const action = isConverted(deposit) ? "put_aside" : null;
    return [{ ...REASON, code: "payout_returned", text: issue, action }];
  }
  if (deposit.status === "matched" || deposit.status === "posted") return [];
  if (deposit.payoutStatus !== "paid") {
    const source = sourceName(deposit.provider, deposit.sourceAccount);
    const day = dayText(dateText(deposit.txnDate), deposit);
    const text = isDatedWhenSent(deposit.provider)
      ? `${source} sent this payout on ${day}. It can take the bank some days.`
      : `${source} expects this payout to reach the bank on ${day}.`;
    return [{ ...REASON, code: "in_transit", text }];
  }
  if (deposit.maybeBooked !== null) return [maybeBooked(deposit.maybeBooked, deposit)];
  const found = [...lineReasons(deposit), ...unbookedReasons(deposit), ...waitingReasons(deposit)];
  const all = found.length > 0 ? found : restReasons(deposit);
  return all.toSorted((a, b) => OPEN_REASONS.indexOf(a.code) - OPEN_REASONS.indexOf(b.code));
}

/** It comes before what its lines need: their payments may be on that Deposit. */
function maybeBooked(id: string, { ledger, addressOf }: OpenDeposit): OpenReason {
  return {
    ...{ ...REASON, code: "maybe_booked", text: maybeBookedText(id, ledger), action: "review" },
    quickbooks_url: addressOf(id),
  };
}

/** The account that is missing is named, where a line goes back to one. */
function bookedBack(posting: OpenReason, { lines }: OpenDeposit): OpenReason {
  for (const line of lines) {
    const { book_to } = toFirstOffer(line, null);
    if (book_to) return { ...posting, line_id: line.id, book_to: book_to.Name };
  }
  return posting;
}

/** One reason for all lines that share a cause; those that were put aside have none. */
function lineReasons(deposit: OpenDeposit): OpenReason[] {
  const byCode = new Map<string, LineFinding[]>();
  const lines = new Map(deposit.lines.map((line) => [line.id, line]));
  for (const finding of deposit.findings?.lines ?? []) {
    const line = finding.lineId === null ? undefined : lines.get(finding.lineId);
    if (line?.waitUntil) continue;
    const known = byCode.get(finding.code);
    if (known) known.push(finding);
    else byCode.set(finding.code, [finding]);
  }
  return [...byCode.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const line = first.lineId === null ? null : (lines.get(first.lineId) ?? null);
    return findingReason(deposit, line, first, others.length);
  });
}

function unbookedReasons(deposit: OpenDeposit): OpenReason[] {
  const waiting = new Set(deposit.findings?.unbooked);
  const [first, ...others] = deposit.lines.filter(
    ({ id, waitUntil }) => waiting.has(id) && waitUntil === null,
  );
  if (!first) return [];
  const more =
    others.length === 0
      ? ""
      : ` ${others.length} more ${others.length === 1 ? "line needs" : "lines need"} an account too.`;
  const source = sourceName(deposit.provider, deposit.sourceAccount);
  const what =
    first.providerKind === DIFFERENCE
      ? `The transactions that ${source} lists are ${amountText(Math.abs(Number(first.gross)), deposit)} ${first.gross > 0n ? "less" : "more"} than this payout.`
      : unbookedText(
          {
            ...{ kind: first.booking, providerKind: first.providerKind },
            ...{ amount: Number(first.gross), currency: first.currency },
            ...{ customer: first.customerName, source },
          },
          deposit.ledger.name,
        );
  const { first: offer, book_to, origin } = toLineOffer(first, null, deposit);
  const known = origin === "" ? what : `${origin}.`;
  const line = { ...REASON, code: "account_missing", line_id: first.id } as const;
  if (offer === "look") {
    return [{ ...line, text: `${what} ${lookFirst(deposit)}${more}`, action: "review" }];
  }
  if (offer === "create_receipt") {
    return [{ ...line, text: `${known}${more}`, action: "create_receipt" }];
  }
  if (book_to) {
    const action = "choose_account";
    return [{ ...line, text: `${known}${more}`, action, book_to: book_to.Name }];
  }
  return [{ ...line, text: `${known} Choose an account.${more}`, action: "choose_account" }];
}

function waitingReasons(deposit: OpenDeposit): OpenReason[] {
  const [first, ...others] = deposit.lines.filter(({ waitUntil }) => waitUntil !== null);
  if (!first) return [];
  const sum = amountText(Number(first.gross), deposit);
  const from = first.customerName && ` from ${first.customerName}`;
  const were = others.length === 0 ? " is" : `${moreText(others.length)} are`;
  const text = `${sum}${from}${were} postponed until ${dayText(first.waitUntil ?? "", deposit)}.`;
  return [{ ...REASON, code: "waiting", text, line_id: first.id }];
}

/** What is left to say where the engine has found nothing, or has not looked yet. */
function restReasons(deposit: OpenDeposit): OpenReason[] {
  if (deposit.status === "suggested") {
    const text = "A likely match was found. Review it.";
    return [{ ...REASON, code: "suggested", text, action: "review" }];
  }
  const difference = deposit.findings?.difference ?? 0;
  if (difference !== 0) {
    const text = `The payments found are ${amountText(Math.abs(difference), deposit)} ${difference > 0 ? "short of" : "more than"} this payout.`;
    return [{ ...REASON, code: "difference", text, action: "choose" }];
  }
  const text = `This payout of ${amountText(Number(deposit.amount), deposit)} isn't matched yet.`;
  return [{ ...REASON, code: "missing", text, action: "check_again" }];
}

interface Finding extends LineFinding {
  deposit: OpenDeposit;
  /** Null for the deposit as a whole. */
  line: ReasonLine | null;
  /** How many other lines share the cause. */
  others: number;
}

/** A finding of the engine as a sentence with what to do about it. */
function findingReason(
  deposit: OpenDeposit,
  line: ReasonLine | null,
  finding: LineFinding,
  others: number,
): OpenReason {
  const all = { ...finding, deposit, line, others };
  const { text, action } = SENTENCES[finding.code](all);
  const offered = line === null ? action : offeredAction(line, finding.code, action);
  const [payment] = finding.payments;
  const isAboutOne = finding.payments.length === 1 && payment;
  return {
    code: finding.code,
    text: offered === "review" && action !== "review" ? `${text} ${lookFirst(deposit)}` : text,
    line_id: finding.lineId,
    action: offered,
    quickbooks_url: isAboutOne ? placeOf(payment, deposit) : "",
    details: "",
    book_to: "",
    account: finding.code === "other_account" ? (payment?.otherAccount?.name ?? "") : "",
  };
}

const lookFirst = ({ ledger }: OpenDeposit) =>
  `This payout may be in ${ledger.name} already: check that first.`;

/** What the sentence says to do, unless something else is offered first for such a line. */
function offeredAction(
  line: ReasonLine,
  code: LineCode,
  action: OpenReason["action"],
): OpenReason["action"] {
  const offer = offerFor(line, code);
  if (offer === "choose_account" || offer === "book_back") return "choose_account";
  const creates = action === "create_receipt" || action === "receive_payment";
  return offer === "look" && creates ? "review" : action;
}

/** Of the Deposit that a payment is on, where that is known. */
function placeOf(
  { depositedOn, quickbooksId, kind }: PaymentFact,
  { addressOf }: OpenDeposit,
): string {
  return depositedOn ? addressOf(depositedOn) : addressOf(quickbooksId, kind);
}

type Sentence = Pick<OpenReason, "text" | "action">;

const SENTENCES: Record<LineCode, (finding: Finding) => Sentence> = {
  in_bank: (found) => inBank(found),
  other_account: (found) => otherAccount(found),
  suggested: (found) => ({
    text: likely(found),
    action: found.deposit.status === "suggested" ? "review" : "choose",
  }),
  ambiguous: (found) => ({ text: ambiguous(found), action: "choose" }),
  amount_differs: (found) =>
    found.cause
      ? { text: explained(found), action: "choose" }
      : { text: differs(found), action: "check_again" },
  partly_paid: (found) => ({
    text: found.cause
      ? explained(found)
      : `${who(found)}: ${gross(found)} in ${source(found)}, only ${paid(found)} in ${books(found)}.${alsoText(found.others)}`,
    action: "choose",
  }),
  part_of_payment: (found) => ({ text: part(found), action: "check_again" }),
  invoice_open: (found) => ({ text: openInvoice(found), action: "receive_payment" }),
  missing: (found) => missing(found),
  already_matched: (found) => ({
    text: `${called(found)}: ${elsewhere(found)}.${alsoText(found.others)}`,
    action: "choose",
  }),
  outside_window: (found) => ({
    text: `${called(found)}: the only payment of that amount is from ${found.payments.length > 0 ? day(found) : "another time"}.${alsoText(found.others)}`,
    action: "choose",
  }),
  currency_differs: (found) =>
    found.exchange
      ? { text: exchanged(found, found.exchange), action: "choose_account" }
      : {
          text: `${called(found)}: ${books(found)} has this amount only in ${found.payments[0]?.currency ?? "another currency"}.${alsoText(found.others)}`,
          action: "check_again",
        },
};

function currencies({ deposit, line }: Pick<Finding, "deposit" | "line">) {
  return { currency: line?.currency ?? deposit.currency, homeCurrency: deposit.homeCurrency };
}

function gross(found: Finding): string {
  const minor = found.line ? Number(found.line.gross) : Number(found.deposit.amount);
  return amountText(minor, currencies(found));
}

function paid({ payments, group, deposit }: Finding): string {
  const amount = group?.amount ?? payments[0]?.amount ?? 0;
  const currency = payments[0]?.currency ?? deposit.currency;
  return amountText(amount, { currency, homeCurrency: deposit.homeCurrency });
}

function books({ deposit }: Pick<Finding, "deposit">): string {
  return deposit.ledger.name;
}

function source({ deposit }: Finding): string {
  return sourceName(deposit.provider, deposit.sourceAccount);
}

function day({ payments, deposit }: Finding): string {
  return dayText(payments[0]?.date ?? "", deposit);
}

/** "64.50 on Nov 2" */
function plain({ line, deposit, ...found }: Finding): string {
  const at = line ? dayText(line.date, deposit) : dayText(isoDay(deposit), deposit);
  return `${gross({ line, deposit, ...found })} on ${at}`;
}

function isoDay({ txnDate }: OpenDeposit): string {
  return txnDate.toISOString().slice(0, 10);
}

/** "Order #10260, 219.72", or "64.50 on Nov 2" */
function called(found: Finding): string {
  const name = found.line ? lineName(found.line) : "";
  return name === "" ? plain(found) : `${name}, ${gross(found)}`;
}

function who(found: Finding): string {
  const [payment] = found.payments;
  return found.line?.customerName || payment?.customer || plain(found);
}

/** "Likely match: Cedar Point Marina, 1,876.13 on Nov 8.", "7 likely matches to confirm." */
function likely(found: Finding): string {
  const how = found.probability < 0.5 ? "possible" : "likely";
  if (found.others > 0) return `${found.others + 1} ${how} matches to confirm.`;
  return `${capitalized(how)} match: ${payer(found)}.`;
}

/** "Cedar Point Marina, 1,876.13 on Nov 8", "4 payments, 129.88 in total" */
function payer(found: Finding): string {
  const [payment] = found.payments;
  if (!payment) return called(found);
  if (found.group) return `${found.group.payments} payments, ${paid(found)} in total`;
  const name = payment.customer || capitalized(paymentName(payment, found.deposit.ledger));
  return `${name}, ${paid(found)} on ${day(found)}`;
}

function differs(found: Finding): string {
  const [payment] = found.payments;
  const name = payment ? correctedName(payment, found.deposit) : "the payment";
  return `${who(found)}: ${gross(found)} in ${source(found)}, ${paid(found)} in ${books(found)}. Correct ${name} in ${books(found)}.${alsoText(found.others)}`;
}

/** "Payment 198", as on its page in the books: what a payment shows as its number is often that of its invoice. */
function correctedName(
  { kind, quickbooksId, number }: PaymentFact,
  { ledger }: Pick<OpenDeposit, "ledger">,
): string {
  const own = kind === "Payment" ? "" : number;
  const shown = own || ledger.numberOf(quickbooksId);
  return shown === "" ? "the payment" : `${ledger.payments[kind]} ${shown}`;
}

/** "Ada Quist: 58.40 in Stripe, 48.40 in QuickBooks. The other 10.00 may be a tip or a surcharge." */
function explained(found: Finding): string {
  const { line, payments, cause } = found;
  const off = Math.abs(Number(line?.gross ?? 0) - (payments[0]?.amount ?? 0));
  const may =
    cause === "tip"
      ? "may be a tip or a surcharge"
      : "may have been paid by gift card, cash or another charge, or be a discount";
  return `${who(found)}: ${gross(found)} in ${source(found)}, ${paid(found)} in ${books(found)}. The other ${amountText(off, currencies(found))} ${may}. Choose the payment, and an account for it.${alsoText(found.others)}`;
}

/** "This charge of 250.00 and one of 250.00 in the payout of Mar 16 are sales receipt 9104 of 500.00. …" */
function part(found: Finding): string {
  const { payments, otherParts = [], deposit } = found;
  const [payment] = payments;
  const name = payment ? paymentName(payment, deposit.ledger) : "one payment";
  const list = otherParts.map(({ amount, date }) => {
    const on = date === "" ? "another payout" : `the payout of ${dayText(date, deposit)}`;
    return `one of ${amountText(amount, currencies(found))} in ${on}`;
  });
  const sum = otherParts.reduce(
    (total, { amount }) => total + amount,
    Number(found.line?.gross ?? 0),
  );
  const all = andText([`This charge of ${gross(found)}`, ...list]);
  const be = list.length === 0 ? "is" : "are";
  const whole = sum === payment?.amount ? be : `${be} a part of`;
  return `${all} ${whole} ${name} of ${paid(found)} in ${books(found)}. A payment can be on one ${deposit.ledger.deposit} only: divide it there, one for each charge.${alsoText(found.others)}`;
}

/** Where one Deposit can't hold the payment, a clearing account between two of them can. */
function exchanged(found: Finding, { paid: charged, worth }: NonNullable<Finding["exchange"]>) {
  const { deposit, line, payments } = found;
  const [payment] = payments;
  const { homeCurrency, ledger } = deposit;
  const name = payment ? paymentName(payment, ledger) : "payment";
  const [which, it] = payment?.number ? [name, name] : [`a ${name}`, `the ${name}`];
  const money = (each: { amount: number; currency: string }) =>
    amountText(each.amount, { currency: each.currency, homeCurrency });
  const gain = worth && Number(line?.gross ?? 0) - worth.amount;
  const at = worth ? `, there worth ${amountText(worth.amount, currencies(found))}` : "";
  const off = gain ? amountText(Math.abs(gain), currencies(found)) : "";
  const exchange = gain ? `: an exchange ${gain > 0 ? "gain" : "loss"} of ${off}` : "";
  return `${called(found)}: the customer paid ${money(charged)}, which is ${which} in ${ledger.name}${at}${exchange}. A ${ledger.deposit} there has one currency. Deposit ${it} to a clearing account in ${ledger.name} for ${gross(found)}, then choose that account for this charge.${alsoText(found.others)}`;
}

/** A payout as a whole is nothing that the books could hold: only its charges are. */
function missing(found: Finding): Sentence {
  const { line, others } = found;
  if (line === null) {
    const text = `${source(found)} doesn't list this payout's charges, and nothing in ${books(found)} fits its amount. Choose its payments.`;
    return { text, action: "choose" };
  }
  const isNamed = lineName(line) !== "";
  const rest = others > 0 ? `${moreText(others)} aren't` : `${isNamed ? "," : ""} isn't`;
  return { text: `${called(found)}${rest} in ${books(found)}.`, action: "create_receipt" };
}

function elsewhere({ payments, deposit: { ledger } }: Finding): string {
  const [payment] = payments;
  if (!payment?.depositedOn) return "the payment that fits is on another deposit";
  const name = payment.number === "" ? "its payment" : paymentName(payment, ledger);
  return `${name} is already on ${ledger.depositOf(payment.depositedOn)} in ${ledger.name}`;
}

/** Posting the payout would book them there a second time. */
function inBank(found: Finding): Sentence {
  const { deposit, line, payments, others } = found;
  const [payment] = payments;
  const bank = payment?.bankName || "your bank account";
  const once = "Mark this payout as booked elsewhere so it isn't posted twice.";
  if (line === null) {
    const name = payment
      ? capitalized(paymentName(payment, deposit.ledger))
      : "A payment of this sum";
    return {
      text: `This payout is in ${bank} already: ${name}${payment ? ` of ${day(found)}` : ""}. ${once}`,
      action: "put_aside",
    };
  }
  const charges = deposit.lines.filter(({ kind }) => kind === "charge");
  if (charges.length === others + 1) {
    const these = others === 0 ? "This payment is" : `These ${others + 1} payments are`;
    return { text: `${these} in ${bank} already. ${once}`, action: "put_aside" };
  }
  return {
    text: `${called(found)}: the payment is in ${bank} already, so this payout can't be posted as a whole.${alsoText(others)}`,
    action: "check_again",
  };
}

/** It waits where nothing can be deposited from. */
function otherAccount(found: Finding): Sentence {
  const { ledger } = found.deposit;
  const { name = "", openedBy = null } = found.payments[0]?.otherAccount ?? {};
  const account = name || "another account";
  const start = `${called(found)}: the payment is in ${account}`;
  const rest = alsoText(found.others);
  if (openedBy === "day") {
    return {
      text: `${start}, dated before the day from which its payments are matched. Match from an earlier day.${rest}`,
      action: "match_from_account",
    };
  }
  if (openedBy === "account") {
    return {
      text: `${start}. Match payments from ${account} too, or move it to ${ledger.waiting}.${rest}`,
      action: "match_from_account",
    };
  }
  return {
    text: `${start}. Move it to ${ledger.waiting} in ${ledger.name}.${rest}`,
    action: "check_again",
  };
}

function ambiguous(found: Finding): string {
  const { line, payments, deposit } = found;
  const names = payments.map((payment) => payment.customer || paymentName(payment, deposit.ledger));
  const isOneName = new Set(names).size < names.length;
  const choices = isOneName
    ? payments.map(
        (each) =>
          `${capitalized(paymentName(each, deposit.ledger))} of ${dayText(each.date, deposit)}`,
      )
    : names;
  const also = alsoText(found.others);
  const from = line?.customerName && ` from ${line.customerName}`;
  if (payments.length === 1)
    return `${plain(found)}${from || " has no payer"}. Is it ${choices[0]}?${also}`;
  const start = from
    ? `${plain(found)}${from}`
    : `${isOneName ? "Which payment is" : "Who paid"} ${plain(found)}`;
  return `${start}: ${orText(choices)}?${also}`;
}

function openInvoice({ invoice, ...found }: Finding): string {
  const also = alsoText(found.others);
  if (invoice === null) return `${called({ invoice, ...found })} may pay an open invoice.${also}`;
  const { number, customer, balance } = invoice;
  const isOne = !number.includes(" and ");
  const name = number === "" ? "An invoice" : `${isOne ? "Invoice" : "Invoices"} ${number}`;
  const of = customer === "" ? "" : ` of ${customer}`;
  return `${name}${of}, ${amountText(balance, currencies(found))}, ${isOne ? "is" : "are"} still open in ${books(found)}.${also}`;
}
