import type { Dialect } from "@/lib/tables/dialect";
import { cellOf, type Header, isTotal } from "@/lib/tables/header";
import { counted } from "@/matching/command/counted";
import type { InvoiceInput } from "@/matching/engine/contract";
import type { CsvRow } from "../csv";
import { FieldError, inColumn } from "../errors";
import type { Reading } from "../reading";
import { type CsvRecord, recordOf } from "../records";
import { shared } from "../remembered";
import type { Table } from "../tables";
import { reportHeader } from "./columns";
import { Headings } from "./groups";
import { currencyCode } from "./money";
import { dateIn, learnFromGroup } from "./read-report";
import { Tally } from "./tally";
import { bareWords, INVOICE } from "./words";

/**
 * Open invoices from QuickBooks' reports Open Invoices and A/R Aging Detail: the customer is in a column or in a row
 * of its own above. What isn't an invoice with a balance is left out; `note` counts it.
 * @throws InputError that names row and column
 */
export async function quickBooksInvoices(table: Table, reading: Reading): Promise<InvoiceInput[]> {
  const { dialect, inRow, note, onRows } = reading;
  const { cells } = table.header;
  const header = reportHeader(cells);
  const hasNames = header.has("Name");
  const headings = new Headings();
  const leftOut = new Tally();
  const invoices = new Map<string, InvoiceInput>();
  let repeated = 0;
  table.onRepeatedHeader = () => headings.clear();
  const take = (row: CsvRow) => {
    const record = recordOf(header, cells.length, row);
    const { Date: date, Num: number = "", Name: named } = record;
    const type = record["Transaction type"] ?? "";
    const open = record["Open balance"];
    if (date === undefined) throw new FieldError("Date", "is missing");
    if (open === undefined) throw new FieldError("Open balance", "is missing");
    const day = dateIn(reading, "Date", date);
    const invoice = moneyOf(record, open, dialect);
    const isInvoice = type === "" || INVOICE.has(bareWords(type));
    if (!isInvoice || invoice.balance <= 0) {
      leftOut.add(isInvoice ? "invoice without a balance" : type);
      return;
    }
    const due = record["Due date"];
    const id = number === "" ? `Invoice row ${row.row}` : `Invoice ${number}`;
    const customerName = named ?? (hasNames ? undefined : headings.current());
    const found: InvoiceInput = {
      ...invoice,
      id,
      number: number === "" ? undefined : number,
      date: shared(day),
      dueDate: due === undefined ? undefined : shared(dateIn(reading, "Due date", due)),
      customerName: customerName && shared(customerName),
      email: record.Email,
      note: record.Memo,
    };
    const same = invoices.get(id);
    if (same && JSON.stringify(same) === JSON.stringify(found)) repeated++;
    else
      invoices.set(
        same ? `${id} row ${row.row}` : id,
        same ? { ...found, id: `${id} row ${row.row}` } : found,
      );
  };
  for await (const batch of table.rows) {
    for (const row of batch) {
      if (!isGroup(header, row)) inRow(row.row, () => take(row));
      else {
        headings.see(row.cells);
        learnFromGroup(row.cells, reading);
      }
    }
    onRows(batch.length);
  }
  if (leftOut.total > 0) note(`left out ${counted(leftOut.total, "other row")}: ${leftOut}`);
  if (repeated > 0)
    note(`left out ${counted(repeated, "row")} that repeat an invoice in everything`);
  return [...invoices.values()];
}

/** A customer's or an age's row ("1 - 30 days past due"), in whichever column comes first, and totals. */
function isGroup(header: Header, { cells }: CsvRow): boolean {
  const isAlone = cells.filter((cell) => cell !== "").length === 1;
  return isAlone || cellOf(header, "Date", cells) === "" || isTotal(cells[0] ?? "");
}

/** What is still to be paid, and the whole where the report has it. Minor units. @throws FieldError */
function moneyOf(record: CsvRecord, open: string, dialect: Dialect) {
  const { "Foreign balance": foreign, Currency: code } = record;
  const currency =
    code === undefined
      ? inColumn("Open balance", () => dialect.currencyOf(open, "Open balance"))
      : inColumn("Currency", () => currencyCode(code));
  if (code !== undefined) dialect.currency.see(currency);
  const home = code === undefined ? currency : dialect.currency.home();
  if (currency !== home && foreign === undefined) {
    const message = `is ${currency}, not ${home}; add the column "Foreign open balance" to the report`;
    throw new FieldError("Currency", message);
  }
  const column = foreign === undefined ? "Open balance" : "Foreign balance";
  const balance = inColumn(column, () => dialect.amount(foreign ?? open, column, currency));
  const total = foreign === undefined ? record.Amount : record["Foreign amount"];
  const amount =
    total === undefined
      ? balance
      : inColumn("Amount", () => dialect.amount(total, "Amount", currency));
  return { currency, balance, amount };
}
