import { isCalendarDate, toDayNumber } from "@/lib/dates";
import { EquivalenceClasses } from "../collections/equivalence-classes";
import type { DepositInput, LineInput, PaymentInput } from "../contract";
import { isCollectiveName } from "../text/collective-names";
import { NONE, StringTable } from "../text/string-table";
import { type ComparedLine, joinCaptures, PART_CAPTURE } from "./captures";
import { readProfile } from "./customer-profile";
import { detailsOfLine, detailsOfPayment } from "./details";
import { classifyInterchangeable } from "./interchangeable";
import { addMailByPayers, fillMailByPayer } from "./mail-by-payer";
import { fillMailFromNames } from "./mail-in-name";
import { fillNamesByEmail, nameByOwners } from "./names-by-email";
import { methodHintOf, processorKey } from "./payment-method-hint";
import { ReferenceReader } from "./record-references";
import { type LedgerRow, type PayoutItem, type RecordSet, rateKey } from "./records";
import { markReversals } from "./reversals";

/** Days outside every window: a record without a valid date takes part through references only. */
const NO_ITEM_DAY = 1e9;
export const NO_ROW_DAY = -1e9;
const RECEIPTS = new Set([
  "charge",
  "payment",
  "sale",
  "capture",
  "dispute_reversal",
  "refund_failure",
]);
/** A failed refund is money that came back: it undoes a refund. */
const FAILED_REFUNDS = new Set(["refund", "payment_refund"]);
const RETURNS = new Set([
  "refund",
  "payment_refund",
  "dispute",
  "chargeback",
  "charge_failure",
  "payment_failure_refund",
  "payment_reversal",
  PART_CAPTURE,
]);

/**
 * Brings both sides into one shape and one order (by id, code units), so that the result does not
 * depend on the order of the input. Amounts of zero are dropped. O(n log n).
 * @param deposits one payout item per line, or one for a deposit without lines
 * @param payments one ledger row per payment
 * @returns items and rows, each record's `index` being its position, and the strings they refer to
 */
export function normalize(deposits: DepositInput[], payments: PaymentInput[]): ReadRecords {
  const strings = new StringTable();
  const processors = processorsOf(deposits);
  const readers: Readers = {
    strings,
    processors,
    reader: new ReferenceReader(strings),
    days: new DayNumbers(),
    kinds: new EquivalenceClasses(),
    rates: new EquivalenceClasses(),
  };
  const rows = queryPrepared(payments, readers);
  const items = readItems(deposits, readers);
  fillMailFromNames([items], rows, strings);
  const owners = fillNamesByEmail([items, rows], strings);
  const addresses = fillMailByPayer(items, strings);
  markReversals(rows);
  classifyInterchangeable(
    rows,
    (row) => row.amount,
    (row) => rowKey(row, strings),
  );
  classifyInterchangeable(
    items,
    (item) => item.gross,
    (item) => itemKey(item, strings),
  );
  return { items, rows, strings, readers: { ...readers, owners, addresses } };
}

/** Both sides, and what it takes to read further records in the same way. */
export interface ReadRecords extends RecordSet {
  readers: Readers & {
    /** Name by address, and address by payer. */
    owners: ReadonlyMap<string, number>;
    addresses: ReadonlyMap<string, string>;
  };
}

/**
 * Reads records that came later, with the strings, addresses and processors of the first ones.
 * Reversals and interchangeable records are left to the caller.
 * @returns the new records only; their indices follow those of `read`
 */
export function readFurther(
  read: ReadRecords,
  deposits: DepositInput[],
  payments: PaymentInput[],
): Pick<RecordSet, "items" | "rows"> {
  const rows = queryPrepared(payments, read.readers, read.rows.length);
  const items = readItems(deposits, read.readers, read.items.length);
  fillMailFromNames([read.items, items], rows, read.strings);
  nameByOwners(items, read.readers.owners);
  nameByOwners(rows, read.readers.owners);
  addMailByPayers(items, read.strings, read.readers.addresses);
  return { items, rows };
}

/** @returns keys of the processors that deposits name */
export function processorsOf(deposits: readonly DepositInput[]): Set<string> {
  const processors = new Set(deposits.map(({ processor }) => processorKey(processor ?? "")));
  processors.delete("");
  return processors;
}

/** @returns equal keys for interchangeable rows; empty for a row that equals no other */
export function rowKey(row: LedgerRow, strings: StringTable): string {
  const { currency, amount, day, reversal } = row;
  const customer = customerOf(row, strings);
  return customer && `${currency} ${amount} ${day} ${reversal} ${customer}`;
}

/** @returns equal keys for interchangeable items; empty for an item that equals no other */
export function itemKey(item: PayoutItem, strings: StringTable): string {
  const { deposit, gross, net, day } = item;
  const customer = customerOf(item, strings);
  return customer && `${deposit.id}\u0000${gross} ${net} ${day} ${customer}`;
}

function customerOf({ name, email }: PayoutItem | LedgerRow, strings: StringTable): string {
  return strings.form(name)?.key ?? email;
}

interface Readers {
  strings: StringTable;
  reader: ReferenceReader;
  days: DayNumbers;
  processors: ReadonlySet<string>;
  /** Classes of record types and of rate groups. */
  kinds: EquivalenceClasses;
  rates: EquivalenceClasses;
}

function queryPrepared(
  payments: PaymentInput[],
  { strings, reader, days, processors, kinds }: Readers,
  first = 0,
): LedgerRow[] {
  const rows: LedgerRow[] = [];
  for (const payment of sortedBy(payments, ({ id }) => id)) {
    if (payment.amount === 0) continue;
    const methodHint = methodHintOf(payment, processors);
    const { references, jobNumbers, idKinds, series } = reader.ofPayment(payment);
    rows.push({
      index: first + rows.length,
      payment,
      currency: payment.currency,
      day: days.of(payment.date, NO_ROW_DAY),
      amount: payment.amount,
      name: customerName(payment.customerName, strings),
      email: mailbox(payment.email),
      text: strings.internName(payment.note),
      customer: readProfile(payment.customer, strings),
      references,
      jobNumbers,
      idKinds,
      details: detailsOfPayment(payment, series),
      interchangeClass: 0,
      methodHint,
      recordType: kinds.of(`${methodHint} ${payment.type ?? ""} ${payment.method ?? ""}`),
      reversal: null,
    });
  }
  return rows;
}

function readItems(
  deposits: DepositInput[],
  { strings, reader, days, rates }: Readers,
  first = 0,
): PayoutItem[] {
  const items: PayoutItem[] = [];
  for (const deposit of sortedBy(deposits, ({ id }) => id)) {
    const isWholeDeposit = !deposit.lines || deposit.lines.length === 0;
    const lines: (ComparedLine | undefined)[] = isWholeDeposit
      ? [undefined]
      : joinCaptures(sortedBy(deposit.lines ?? [], ({ id }) => id));
    for (const compared of lines) {
      const line = compared?.line;
      const { amount, date, description } = line ?? deposit;
      if (amount === 0) continue;
      const { references, idKinds, series, fields } = reader.ofDeposit(deposit, line);
      items.push({
        index: first + items.length,
        deposit,
        line,
        furtherLineIds: compared && compared.further.length > 0 ? compared.further : undefined,
        currency: deposit.currency,
        day: days.of(date, NO_ITEM_DAY),
        gross: amount,
        net: line ? (line.net ?? amount - (line.fee ?? 0)) : amount,
        isLinkable: !line || isLinkableLine(line),
        name: customerName(line?.entity, strings),
        email: mailbox(line?.email),
        text: strings.internName(description),
        customer: readProfile(line?.customer, strings),
        references,
        idKinds,
        fields,
        details: detailsOfLine(line, series),
        rateGroup: rates.of(rateKey({ deposit, line })),
        interchangeClass: 0,
      });
    }
  }
  return items;
}

/** Charges explain payments; refunds, returns and disputes explain refund receipts; nothing else does. */
function isLinkableLine({ amount, type }: LineInput): boolean {
  return amount > 0 ? RECEIPTS.has(type) || FAILED_REFUNDS.has(type) : RETURNS.has(type);
}

/** Placeholder names ("Walk-in customer") count as none. */
export function customerName(name: string | undefined, strings: StringTable): number {
  const id = strings.internName(name);
  const form = strings.form(id);
  return form && isCollectiveName(form) ? NONE : id;
}

export function mailbox(email: string | undefined): string {
  return email?.trim().toLowerCase() ?? "";
}

/** Day numbers of dates, each parsed once. */
export class DayNumbers {
  private readonly known = new Map<string, number>();

  /** @param otherwise day of what is not a date */
  of(date: string, otherwise: number): number {
    let day = this.known.get(date);
    if (day === undefined) {
      day = isCalendarDate(date) ? toDayNumber(date) : Number.NaN;
      this.known.set(date, day);
    }
    return Number.isNaN(day) ? otherwise : day;
  }
}

/** Sorts by code units, not by locale. Records with the same id are ordered by their content. */
function sortedBy<Input>(inputs: Input[], id: (input: Input) => string): Input[] {
  const isSorted = inputs.every((input, i) => {
    const left = inputs[i - 1];
    return left === undefined || id(left) < id(input);
  });
  if (isSorted) return inputs;
  return [...inputs].sort((a, b) => {
    if (id(a) !== id(b)) return id(a) < id(b) ? -1 : 1;
    const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
    return left === right ? 0 : left < right ? -1 : 1;
  });
}
