import { isCalendarDate, toDayNumber } from "@/lib/dates";
import { nameByAddress } from "./addresses";
import { Classes } from "./classes";
import { Lexicon } from "./lexicon";
import { meansOf } from "./means";
import { ReferenceReader } from "./row-references";
import { type Entry, habitKey, type Rows, type Unit } from "./rows";
import { markTakenBack } from "./taken-back";
import { assignTwins } from "./twins";
import type { DepositInput, LineInput, PaymentInput } from "./types";

/** Days no window reaches: what is not a date takes part only through references. */
const NO_UNIT_DAY = 1e9;
const NO_ENTRY_DAY = -1e9;
const RECEIPTS = new Set([
  "charge",
  "payment",
  "sale",
  "capture",
  "dispute_reversal",
  "refund_failure",
]);
const RETURNS = new Set(["refund", "payment_refund", "dispute", "chargeback"]);

/**
 * Brings both sides into one shape and one order (by id), so that nothing later depends on the
 * order of the input. Amounts of zero explain nothing and are left out.
 */
export function normalize(deposits: DepositInput[], payments: PaymentInput[]): Rows {
  const lexicon = new Lexicon();
  const reader = new ReferenceReader(lexicon);
  const days = new Days();
  const entries = readEntries(payments, lexicon, reader, days);
  const units = readUnits(deposits, lexicon, reader, days);
  nameByAddress([units, entries], lexicon);
  markTakenBack(entries);
  const customerOf = ({ name, email }: Unit | Entry) => lexicon.form(name)?.key ?? email;
  assignTwins(
    entries,
    (entry) => entry.amount,
    (entry) => {
      const { currency, amount, day, takenBack } = entry;
      const customer = customerOf(entry);
      return customer && `${currency} ${amount} ${day} ${takenBack} ${customer}`;
    },
  );
  assignTwins(
    units,
    (unit) => unit.gross,
    (unit) => {
      const { deposit, gross, net, day } = unit;
      const customer = customerOf(unit);
      return customer && `${deposit.id}\u0000${gross} ${net} ${day} ${customer}`;
    },
  );
  return { units, entries, lexicon };
}

function readEntries(
  payments: PaymentInput[],
  lexicon: Lexicon,
  reader: ReferenceReader,
  days: Days,
): Entry[] {
  const entries: Entry[] = [];
  const kinds = new Classes();
  for (const payment of sortedBy(payments, (row) => row.id)) {
    if (payment.amount === 0) continue;
    const means = meansOf(payment);
    const { references, idKinds } = reader.ofPayment(payment);
    entries.push({
      index: entries.length,
      payment,
      currency: payment.currency,
      day: days.of(payment.date, NO_ENTRY_DAY),
      amount: payment.amount,
      name: lexicon.name(payment.customerName),
      email: mailbox(payment.email),
      text: lexicon.name(payment.note),
      references,
      idKinds,
      twins: 0,
      means,
      kind: kinds.of(`${means} ${payment.type ?? ""}`),
      takenBack: null,
    });
  }
  return entries;
}

function readUnits(
  deposits: DepositInput[],
  lexicon: Lexicon,
  reader: ReferenceReader,
  days: Days,
): Unit[] {
  const units: Unit[] = [];
  const habits = new Classes();
  for (const deposit of sortedBy(deposits, (row) => row.id)) {
    const whole = !deposit.lines || deposit.lines.length === 0;
    const lines = whole ? [undefined] : sortedBy(deposit.lines ?? [], (row) => row.id);
    for (const line of lines) {
      const { amount, date, description } = line ?? deposit;
      if (amount === 0) continue;
      const { references, idKinds } = reader.ofDeposit(deposit, line);
      units.push({
        index: units.length,
        deposit,
        line,
        currency: deposit.currency,
        day: days.of(date, NO_UNIT_DAY),
        gross: amount,
        net: line ? (line.net ?? amount - (line.fee ?? 0)) : amount,
        explainable: !line || isExplainable(line),
        name: lexicon.name(line?.entity),
        email: mailbox(line?.email),
        text: lexicon.name(description),
        references,
        idKinds,
        habit: habits.of(habitKey({ deposit, line })),
        twins: 0,
      });
    }
  }
  return units;
}

/** Charges explain payments, refunds and disputes explain refund receipts; nothing else does. */
function isExplainable(line: LineInput): boolean {
  return line.amount > 0 ? RECEIPTS.has(line.type) : RETURNS.has(line.type);
}

function mailbox(email: string | undefined): string {
  return email?.trim().toLowerCase() ?? "";
}

/** Day numbers of dates, each worked out once. */
class Days {
  private readonly known = new Map<string, number>();

  /** @param otherwise for what is not a date */
  of(date: string, otherwise: number): number {
    let day = this.known.get(date);
    if (day === undefined) {
      day = isCalendarDate(date) ? toDayNumber(date) : Number.NaN;
      this.known.set(date, day);
    }
    return Number.isNaN(day) ? otherwise : day;
  }
}

/** Sorted by code units, not by locale; rows of the same id keep one order through their content. */
function sortedBy<Row>(rows: Row[], id: (row: Row) => string): Row[] {
  const isSorted = rows.every((row, i) => {
    const left = rows[i - 1];
    return left === undefined || id(left) < id(row);
  });
  if (isSorted) return rows;
  return [...rows].sort((a, b) => {
    if (id(a) !== id(b)) return id(a) < id(b) ? -1 : 1;
    const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
    return left === right ? 0 : left < right ? -1 : 1;
  });
}
