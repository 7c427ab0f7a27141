import type { DepositInput, InvoiceInput, PaymentInput } from "@/matching/engine/contract";
import { toInvoice, toPayment } from "../wire";
import { DepositGroups, LINE_PREFIX } from "./deposit-groups";
import { inRow } from "./errors";
import type { Reading } from "./reading";
import { headerOf, recordOf } from "./records";
import type { Form, Table } from "./tables";
import { UniqueIds } from "./unique-ids";

const DEPOSIT = "id date amount currency processor description reference lines".split(" ");
const LINE = "id type date amount fee net description entity email customer reference".split(" ");
const DEPOSIT_ROW = [...DEPOSIT, ...LINE.map((name) => LINE_PREFIX + name)];
const PAYMENT = `Id TxnDate TotalAmt CustomerName currency CurrencyRef.value PaymentRefNum PrivateNote TxnType
  Email CustomerRef.value CompanyName GivenName FamilyName PrintOnCheckName ParentRef.name FullyQualifiedName
  PrimaryEmailAddr.Address PrimaryPhone.FreeFormNumber Mobile.FreeFormNumber`;
const INVOICE = `DocNumber DueDate Balance CustomerRef.name BillEmail.Address ${PAYMENT}`;

export const PLAIN_DEPOSITS = plainForm(["id", "date", "amount"]);
export const PLAIN_PAYMENTS = plainForm(["Id", "TxnDate", "TotalAmt"]);
export const PLAIN_INVOICES = plainForm(["Id", "TxnDate", "TotalAmt", "Balance"]);

/** Our own columns, in any case. */
function plainForm(needed: string[]): Form {
  return {
    name: "plain",
    title: "plain CSV",
    needs: needed.join(", "),
    isHeader(cells) {
      const found = new Set(cells.map((cell) => cell.toLowerCase()));
      return needed.every((name) => found.has(name.toLowerCase()));
    },
  };
}

/** One payment per row. @throws InputError */
export function plainPayments(table: Table, reading: Reading): Promise<PaymentInput[]> {
  return oneEach(table, reading, PAYMENT, toPayment);
}

/** One invoice per row. @throws InputError */
export function plainInvoices(table: Table, reading: Reading): Promise<InvoiceInput[]> {
  return oneEach(table, reading, INVOICE, toInvoice);
}

async function oneEach<Row extends { id: string }>(
  table: Table,
  { file, currency, onRows }: Reading,
  columns: string,
  convert: (record: object, currency: string) => Row,
): Promise<Row[]> {
  const record = recordReader(table, columns.split(/\s+/), file);
  const ids = new UniqueIds(file, "Id");
  const converted: Row[] = [];
  for await (const batch of table.rows) {
    for (const row of batch) {
      const one = inRow(file, row.row, () => convert(record(row), currency));
      ids.add(one.id, row.row);
      converted.push(one);
    }
    onRows(batch.length);
  }
  return converted;
}

/** Lines in a JSON column, or one row per line. @throws InputError */
export async function plainDeposits(table: Table, reading: Reading): Promise<DepositInput[]> {
  const { file, currency, onRows } = reading;
  const record = recordReader(table, DEPOSIT_ROW, file);
  const groups = new DepositGroups(file, currency);
  for await (const batch of table.rows) {
    for (const row of batch) inRow(file, row.row, () => groups.add(record(row), row.row));
    onRows(batch.length);
  }
  return groups.deposits;
}

function recordReader({ header: row }: Table, names: string[], file: string) {
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const header = headerOf(file, row, (cell) => known.get(cell.toLowerCase()) ?? null);
  return (one: Parameters<typeof recordOf>[2]) => recordOf(header, row.cells.length, one);
}
