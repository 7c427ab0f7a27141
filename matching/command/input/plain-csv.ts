import { amountText } from "@/lib/tables/amount-text";
import { withoutCurrency } from "@/lib/tables/currencies";
import { tableHeader } from "@/lib/tables/header";
import type { DepositInput, InvoiceInput, PaymentInput } from "@/matching/engine/contract";
import { LINE_PREFIX, toInvoice, toPayment } from "../wire";
import { DepositGroups } from "./deposit-groups";
import type { Reading } from "./reading";
import { type CsvRecord, recordOf } from "./records";
import type { Form, Table } from "./tables";
import { UniqueRows } from "./unique-rows";

const DEPOSIT = "id date amount currency processor description reference lines".split(" ");
const LINE = "id type date amount fee net description entity email customer reference".split(" ");
const DEPOSIT_ROW = [...DEPOSIT, ...LINE.map((name) => LINE_PREFIX + name)];
const PAYMENT = `Id TxnDate TotalAmt CustomerName currency CurrencyRef.value PaymentRefNum PrivateNote TxnType
  Email CustomerRef.value CompanyName GivenName FamilyName PrintOnCheckName ParentRef.name FullyQualifiedName
  PrimaryEmailAddr.Address PrimaryPhone.FreeFormNumber Mobile.FreeFormNumber`;
const INVOICE = `DocNumber DueDate Balance CustomerRef.name BillEmail.Address ${PAYMENT}`;

/** Money out and money in, where a list has a column for each. */
const DEBIT = ["debit", "money out", "paid out", "withdrawal", "withdrawals"];
const CREDIT = ["credit", "money in", "paid in"];

export const PLAIN_DEPOSITS = plainForm(["id", "date", "amount"], DEPOSIT_ROW);
export const PLAIN_PAYMENTS = plainForm(["Id", "TxnDate", "TotalAmt"], PAYMENT.split(/\s+/));
export const PLAIN_INVOICES = plainForm(
  ["Id", "TxnDate", "TotalAmt", "Balance"],
  INVOICE.split(/\s+/),
);

type PlainForm = Form & Required<Pick<Form, "nameOf">>;

/** Our own columns, in any case. */
function plainForm(needed: string[], names: string[]): PlainForm {
  const known = new Map(names.map((name) => [name.toLowerCase(), name]));
  const hasDebit = names.includes("amount");
  const nameOf = (cell: string) => {
    const heading = withoutCurrency(cell).name.toLowerCase();
    if (hasDebit && DEBIT.includes(heading)) return "debit";
    if (hasDebit && CREDIT.includes(heading)) return "credit";
    return known.get(heading) ?? null;
  };
  return {
    name: "plain",
    title: "plain CSV",
    needs: needed.join(", "),
    nameOf,
    isHeader(cells) {
      const found = new Set(cells.map(nameOf));
      if (found.has("debit") && found.has("credit")) found.add("amount");
      return needed.every((name) => found.has(name));
    },
  };
}

/** One payment per row. @throws InputError */
export function plainPayments(table: Table, reading: Reading): Promise<PaymentInput[]> {
  return oneEach(table, reading, PLAIN_PAYMENTS, (record) => toPayment(record, reading.dialect));
}

/** One invoice per row. @throws InputError */
export function plainInvoices(table: Table, reading: Reading): Promise<InvoiceInput[]> {
  return oneEach(table, reading, PLAIN_INVOICES, (record) => toInvoice(record, reading.dialect));
}

async function oneEach<Row extends { id: string }>(
  table: Table,
  reading: Reading,
  form: PlainForm,
  convert: (record: object) => Row,
): Promise<Row[]> {
  const record = recordReader(table, form, reading);
  const unique = new UniqueRows<Row>("Id");
  const converted: Row[] = [];
  for await (const batch of table.rows) {
    for (const row of batch) {
      reading.inRow(row.row, () => {
        const one = convert(record(row));
        if (unique.add(one, row.row)) converted.push(one);
      });
    }
    reading.onRows(batch.length);
  }
  const repeated = unique.note();
  if (repeated !== null) reading.note(repeated);
  return converted;
}

/** Lines in a JSON column, or one row per line. @throws InputError */
export async function plainDeposits(table: Table, reading: Reading): Promise<DepositInput[]> {
  const record = recordReader(table, PLAIN_DEPOSITS, reading);
  const groups = new DepositGroups(reading.dialect);
  for await (const batch of table.rows) {
    for (const row of batch) {
      reading.inRow(row.row, () => groups.add(withAmount(record(row)), row.row));
    }
    reading.onRows(batch.length);
  }
  for (const text of groups.notes()) reading.note(text);
  return groups.deposits;
}

function recordReader({ header: { cells } }: Table, { nameOf }: PlainForm, { dialect }: Reading) {
  dialect.usualSign = ".";
  const header = tableHeader(cells, nameOf);
  for (const cell of cells) {
    const { mark } = withoutCurrency(cell);
    if (mark && nameOf(cell) !== null) dialect.currency.name(mark);
  }
  return (row: Parameters<typeof recordOf>[2]) => recordOf(header, cells.length, row);
}

/** One signed amount from a column of money out and one of money in. */
function withAmount({ debit, credit, ...record }: CsvRecord): CsvRecord {
  if (record.amount !== undefined || (debit === undefined && credit === undefined)) return record;
  const isOut = debit !== undefined && (credit === undefined || isZero(credit));
  return { ...record, amount: isOut ? `${debit} DR` : `${credit} CR` };
}

function isZero(text: string): boolean {
  const amount = amountText(text);
  return amount !== null && !/[1-9]/.test(amount.whole + amount.fraction);
}
