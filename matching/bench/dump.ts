import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toDecimal } from "@/lib/money";
import type { DepositInput, LineInput, PaymentInput } from "@/matching/engine/contract";
import type { Dataset } from "./model";

/** Writes a data set as the engine's command line reads it, and the truth beside it. */
export async function dump(dataset: Dataset, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { deposits, payments, truth } = dataset;
  const write = (name: string, rows: unknown[]) =>
    writeFile(join(folder, name), `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`);
  await write("deposits.json", deposits.map(depositRow));
  await write("payments.json", payments.map(paymentRow));
  await write("truth.json", truth.groups);
}

function depositRow({ amount, lines, ...deposit }: DepositInput) {
  const { currency } = deposit;
  return {
    ...deposit,
    amount: toDecimal(amount, currency),
    ...(lines ? { lines: lines.map((line) => lineRow(line, currency)) } : {}),
  };
}

function lineRow({ amount, fee, net, ...line }: LineInput, currency: string) {
  return {
    ...line,
    amount: toDecimal(amount, currency),
    ...(fee === undefined ? {} : { fee: toDecimal(fee, currency) }),
    ...(net === undefined ? {} : { net: toDecimal(net, currency) }),
  };
}

/** QuickBooks' names; absent fields stay absent. */
function paymentRow(payment: PaymentInput) {
  const { id, date, amount, currency, customerName, email, reference, note, type } = payment;
  return {
    Id: id,
    TxnDate: date,
    TotalAmt: toDecimal(amount, currency),
    currency,
    CustomerName: customerName,
    Email: email,
    PaymentRefNum: reference,
    PrivateNote: note,
    TxnType: type,
  };
}
