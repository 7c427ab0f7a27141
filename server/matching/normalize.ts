import { isCalendarDate, toDayNumber } from "@/lib/dates";
import { Lexicon } from "./lexicon";
import { asShortNumber, findReferences, isProcessorId, type Reference } from "./references";
import type { DepositInput, LineInput, PaymentInput } from "./types";

/** What has to be explained: a line of a deposit, or a deposit without lines as a whole. */
export interface Unit {
  index: number;
  deposit: DepositInput;
  /** Absent: the deposit as a whole. */
  line: LineInput | undefined;
  currency: string;
  day: number;
  gross: number;
  /** Equal to gross where nothing else is known. */
  net: number;
  /** False for fees, payouts, reserves …: only an identity may tie them to a payment. */
  explainable: boolean;
  name: number;
  email: string;
  /** Free text that may mention a name. */
  text: number;
  references: number[];
  /** Units of the same class look alike in everything visible and lie in one deposit. */
  twins: number;
}

/** A payment of the ledger. */
export interface Entry {
  index: number;
  payment: PaymentInput;
  currency: string;
  day: number;
  amount: number;
  name: number;
  email: string;
  text: number;
  references: number[];
  /** Entries of the same class (customer, amount, date) are exchangeable. */
  twins: number;
}

export interface Rows {
  units: Unit[];
  entries: Entry[];
  lexicon: Lexicon;
}

/** Days no window reaches: what is not a date takes part only through references. */
const NO_UNIT_DAY = 1e9;
const NO_ENTRY_DAY = -1e9;
const RECEIPTS = new Set(["charge", "payment", "sale", "capture"]);
const RETURNS = new Set(["refund", "payment_refund", "dispute", "chargeback"]);

/**
 * Brings both sides into one shape and one order (by id), so that nothing later depends on the
 * order of the input. Amounts of zero explain nothing and are left out.
 */
export function normalize(deposits: DepositInput[], payments: PaymentInput[]): Rows {
  const lexicon = new Lexicon();
  const days = new Map<string, number>();
  const day = (date: string, otherwise: number) => {
    let number = days.get(date);
    if (number === undefined) {
      number = isCalendarDate(date) ? toDayNumber(date) : Number.NaN;
      days.set(date, number);
    }
    return Number.isNaN(number) ? otherwise : number;
  };
  const entries: Entry[] = [];
  const entryTwins = new Classes();
  for (const payment of sortedBy(payments, (row) => row.id)) {
    if (payment.amount === 0) continue;
    const name = lexicon.name(payment.customerName);
    const entry: Entry = {
      index: entries.length,
      payment,
      currency: payment.currency,
      day: day(payment.date, NO_ENTRY_DAY),
      amount: payment.amount,
      name,
      email: mailbox(payment.email),
      text: lexicon.name(payment.note),
      references: referencesOf(lexicon, [payment.reference, payment.note], payment.reference),
      twins: 0,
    };
    const customer = lexicon.form(name)?.key ?? entry.email;
    entry.twins = entryTwins.of(
      customer && `${entry.currency} ${entry.amount} ${entry.day} ${customer}`,
    );
    entries.push(entry);
  }
  const units: Unit[] = [];
  const unitTwins = new Classes();
  for (const deposit of sortedBy(deposits, (row) => row.id)) {
    const whole = !deposit.lines || deposit.lines.length === 0;
    const lines = whole ? [undefined] : sortedBy(deposit.lines ?? [], (row) => row.id);
    for (const line of lines) {
      const unit = toUnit(units.length, deposit, line, lexicon, day);
      if (unit.gross === 0) continue;
      const customer = lexicon.form(unit.name)?.key ?? unit.email;
      unit.twins = unitTwins.of(
        customer && `${deposit.id}\u0000${unit.gross} ${unit.net} ${unit.day} ${customer}`,
      );
      units.push(unit);
    }
  }
  return { units, entries, lexicon };
}

function toUnit(
  index: number,
  deposit: DepositInput,
  line: LineInput | undefined,
  lexicon: Lexicon,
  day: (date: string, otherwise: number) => number,
): Unit {
  const text = line ? line.description : deposit.description;
  const reference = line ? line.reference : deposit.reference;
  const id = line ? line.id : deposit.id;
  return {
    index,
    deposit,
    line,
    currency: deposit.currency,
    day: day(line ? line.date : deposit.date, NO_UNIT_DAY),
    gross: line ? line.amount : deposit.amount,
    net: line ? (line.net ?? line.amount - (line.fee ?? 0)) : deposit.amount,
    explainable: !line || isExplainable(line),
    name: lexicon.name(line?.entity),
    email: mailbox(line?.email),
    text: lexicon.name(text),
    references: referencesOf(
      lexicon,
      [reference, text, isProcessorId(id) ? id : undefined],
      reference,
    ),
    twins: 0,
  };
}

/** Charges explain payments, refunds and disputes explain refund receipts; nothing else does. */
function isExplainable(line: LineInput): boolean {
  return line.amount > 0 ? RECEIPTS.has(line.type) : RETURNS.has(line.type);
}

function mailbox(email: string | undefined): string {
  return email?.trim().toLowerCase() ?? "";
}

function referencesOf(
  lexicon: Lexicon,
  texts: (string | undefined)[],
  field: string | undefined,
): number[] {
  const found: Reference[] = [];
  for (const text of texts) if (text) found.push(...findReferences(text));
  const short = field ? asShortNumber(field) : null;
  if (short) found.push(short);
  if (found.length === 0) return NO_REFERENCES;
  return [...new Set(found.map((reference) => lexicon.reference(reference)))];
}

const NO_REFERENCES: number[] = [];

/** Numbers for equal keys; an empty key is a class of its own. */
class Classes {
  private readonly ids = new Map<string, number>();
  private next = 0;

  of(key: string): number {
    const known = key === "" ? undefined : this.ids.get(key);
    if (known !== undefined) return known;
    if (key !== "") this.ids.set(key, this.next);
    return this.next++;
  }
}

/** Sorted by code units, not by locale; rows of the same id keep one order through their content. */
function sortedBy<Row>(rows: Row[], id: (row: Row) => string): Row[] {
  return [...rows].sort((a, b) => {
    if (id(a) !== id(b)) return id(a) < id(b) ? -1 : 1;
    const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
    return left === right ? 0 : left < right ? -1 : 1;
  });
}
