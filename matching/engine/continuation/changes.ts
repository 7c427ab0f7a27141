import { OpenInvoices } from "../compare/open-invoices";
import type { DepositInput, InvoiceInput, PaymentInput } from "../contract";
import { itemKey, processorsOf, readFurther, rowKey } from "../records/normalize";
import { readOpenInvoices } from "../records/open-invoices";
import type { LedgerRow, PayoutItem, RecordSet } from "../records/records";
import { reversalKindOf } from "../records/reversals";
import type { KnownRun } from "./known-run";

/** The books as they are now, seen from a complete run. */
export interface ChangedBooks {
  /** Records of the complete run by their index, gone ones too, followed by those that came later. */
  indexed: RecordSet;
  /** The records that are there now, by index. */
  present: RecordSet;
  /** Ledger rows that are gone or came later. */
  changedRows: LedgerRow[];
  /** Null where they are those of the complete run. */
  openInvoices: OpenInvoices | null;
}

/**
 * Compares the books with those of the complete run. A record whose content changed is gone and came
 * later. Names by address, processors and references stay as the complete run knew them.
 * @param deposits all that are open now, with unique ids; equal objects are compared fastest
 * @param invoices all that are open now, with unique ids; a change touches the deposits that one may be of
 * @param most how many deposits and payments may be gone, later or changed
 * @returns null where there are more; and where the change reaches further than to records that are alike: reversals, which mark
 * other rows, and a processor that none of the deposits named
 */
export function findChanges(
  known: KnownRun,
  deposits: readonly DepositInput[],
  payments: readonly PaymentInput[],
  invoices: readonly InvoiceInput[],
  most: number,
): ChangedBooks | null {
  const { run } = known;
  const { records } = run;
  const laterPayments = payments.filter((each) => !isSame(run.payments.get(each.id), each));
  const changedDeposits = deposits.filter((each) => !isSame(run.deposits.get(each.id), each));
  const changes =
    differing(run.payments, payments, laterPayments) +
    differing(run.deposits, deposits, changedDeposits);
  if (changes > most) return null;
  const { rows } = readFurther(records, [], laterPayments);
  const renewed = new Set(
    newReferences(known, rows).flatMap((key) => [...known.depositsNaming(key)]),
  );
  const changedInvoices = differingInvoices(known, invoices);
  for (const id of depositsOf(known, changedInvoices)) renewed.add(id);
  const changed = new Set(changedDeposits);
  const laterDeposits =
    renewed.size === 0
      ? changedDeposits
      : deposits.filter((each) => renewed.has(each.id) || changed.has(each));
  const processors = processorsOf(laterDeposits);
  if ([...processors].some((each) => !records.readers.processors.has(each))) return null;
  const { items } = readFurther(records, laterDeposits, []);
  keepJoined(known, items, rows);
  const staying = {
    deposits: idsOf(deposits, laterDeposits),
    payments: idsOf(payments, laterPayments),
  };
  const present: RecordSet = {
    strings: records.strings,
    items: records.items.filter(({ deposit }) => staying.deposits.has(deposit.id)),
    rows: [],
  };
  const gone: LedgerRow[] = [];
  for (const row of records.rows) {
    (staying.payments.has(row.payment.id) ? present.rows : gone).push(row);
  }
  if ([...gone, ...rows].some((row) => isReversing(known, row))) return null;
  classify(present, { items, rows });
  const indexed = {
    strings: records.strings,
    items: [...records.items, ...items],
    rows: [...records.rows, ...rows],
  };
  present.items.push(...items);
  present.rows.push(...rows);
  return {
    indexed,
    present,
    changedRows: [...gone, ...rows],
    openInvoices: changedInvoices.length > 0 ? openInvoicesOf(known, invoices) : null,
  };
}

function openInvoicesOf({ run }: KnownRun, invoices: readonly InvoiceInput[]): OpenInvoices {
  const { customers, records } = run.model;
  return new OpenInvoices(readOpenInvoices(records.strings, invoices), customers, records.strings);
}

/** @returns invoices that are gone, later or changed, as they were and as they are */
function differingInvoices(known: KnownRun, invoices: readonly InvoiceInput[]): InvoiceInput[] {
  const { invoices: before = [] } = known.run.options;
  if (before === invoices) return [];
  const [was, is] = [before, invoices].map((all) => new Map(all.map((each) => [each.id, each])));
  return [
    ...before.filter((each) => !isSame(is?.get(each.id), each)),
    ...invoices.filter((each) => !isSame(was?.get(each.id), each)),
  ];
}

/** @returns ids of the deposits with a line that one of these invoices may be of */
function depositsOf(known: KnownRun, invoices: readonly InvoiceInput[]): Set<string> {
  if (invoices.length === 0) return new Set();
  const changed = openInvoicesOf(known, invoices);
  const items = known.run.records.items.filter((item) => changed.concerns(item));
  return new Set(items.map(({ deposit }) => deposit.id));
}

/** Number of inputs that are gone or later; a changed one is both. */
function differing(
  before: ReadonlyMap<string, object>,
  now: readonly object[],
  later: readonly object[],
): number {
  const staying = now.length - later.length;
  return later.length + before.size - staying;
}

function idsOf(all: readonly { id: string }[], later: readonly { id: string }[]): Set<string> {
  const ids = new Set(all.map(({ id }) => id));
  for (const { id } of later) ids.delete(id);
  return ids;
}

function isSame<Input extends object>(before: Input | undefined, now: Input): boolean {
  return before === now || (before !== undefined && JSON.stringify(before) === JSON.stringify(now));
}

function newReferences({ references, run }: KnownRun, rows: LedgerRow[]): string[] {
  const ids = new Set(rows.flatMap((row) => row.references.filter((id) => id >= references)));
  return [...ids].flatMap((id) => run.records.strings.referenceKeys[id] ?? []);
}

/** An earlier continuation may have read references that no row of these books carries. */
function keepJoined({ references }: KnownRun, items: PayoutItem[], rows: LedgerRow[]): void {
  const carried = new Set(rows.flatMap((row) => row.references));
  for (const item of items) {
    item.references = item.references.filter((id) => id < references || carried.has(id));
  }
}

function isReversing(known: KnownRun, row: LedgerRow): boolean {
  return row.reversal !== null || reversalKindOf(row) !== null || known.isReversible(row);
}

/** Sets `interchangeClass` of the later records: that of a present row they equal, or a new one. */
function classify(
  { rows, items, strings }: RecordSet,
  later: Pick<RecordSet, "items" | "rows">,
): void {
  const classes = new Map<string, number>();
  const amounts = new Set(later.rows.map(({ amount }) => amount));
  let next = rows.length + items.length;
  for (const row of rows) {
    next = Math.max(next, row.interchangeClass + 1);
    if (amounts.has(row.amount)) classes.set(rowKey(row, strings), row.interchangeClass);
  }
  for (const item of items) next = Math.max(next, item.interchangeClass + 1);
  const classOf = (key: string) => {
    const known = key === "" ? undefined : classes.get(key);
    if (known !== undefined) return known;
    if (key !== "") classes.set(key, next);
    return next++;
  };
  for (const row of later.rows) row.interchangeClass = classOf(rowKey(row, strings));
  // Items of one class belong to one deposit, which came as a whole.
  classes.clear();
  for (const item of later.items) item.interchangeClass = classOf(itemKey(item, strings));
}
