import type { DepositInput, PaymentInput } from "@/server/matching/contract";
import { toPayment } from "../wire";
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

export const PLAIN_DEPOSITS = plainForm(["id", "date", "amount"]);
export const PLAIN_PAYMENTS = plainForm(["Id", "TxnDate", "TotalAmt"]);

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
export async function plainPayments(table: Table, reading: Reading): Promise<PaymentInput[]> {
  const { file, currency, onRows } = reading;
  const record = recordReader(table, PAYMENT.split(/\s+/), file);
  const ids = new UniqueIds(file, "Id");
  const payments: PaymentInput[] = [];
  for await (const batch of table.rows) {
    for (const row of batch) {
      const payment = inRow(file, row.row, () => toPayment(record(row), currency));
      ids.add(payment.id, row.row);
      payments.push(payment);
    }
    onRows(batch.length);
  }
  return payments;
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
