import { extname } from "node:path";
import type {
  DepositInput,
  HistoryEntry,
  InvoiceInput,
  PaymentInput,
} from "@/matching/engine/contract";
import { refuseTwinLines } from "./input/deposit-groups";
import { InputError, inRow } from "./input/errors";
import { type JsonRow, jsonArrayRows, ndjsonRows } from "./input/json-rows";
import {
  PLAIN_DEPOSITS,
  PLAIN_INVOICES,
  PLAIN_PAYMENTS,
  plainDeposits,
  plainInvoices,
  plainPayments,
} from "./input/plain-csv";
import { QUICKBOOKS_REPORT } from "./input/quickbooks/columns";
import { quickBooksPayments } from "./input/quickbooks/read-report";
import type { Reading } from "./input/reading";
import { STRIPE_REPORT } from "./input/stripe/columns";
import { stripeDeposits } from "./input/stripe/read-report";
import { type Form, type FormName, readTable } from "./input/tables";
import { UniqueIds } from "./input/unique-ids";
import { toDeposit, toHistoryEntry, toInvoice, toPayment } from "./wire";

export interface LoadOptions {
  /** The CSV format; detected from the header when absent. */
  form?: FormName | undefined;
  note?: (text: string) => void;
  /** Called with the number of rows read, after every piece of the file. */
  onRows?: (count: number) => void;
}

const DEPOSIT_FORMS = [PLAIN_DEPOSITS, STRIPE_REPORT];
const PAYMENT_FORMS = [PLAIN_PAYMENTS, QUICKBOOKS_REPORT];

/** @throws InputError naming file, row and field */
export async function loadDeposits(
  file: string,
  currency: string,
  options: LoadOptions = {},
): Promise<DepositInput[]> {
  const reading = toReading(file, currency, options);
  if (isCsv(file)) {
    const forms = wanted(DEPOSIT_FORMS, options.form);
    return readTable(file, forms, belonging("to --payments", PAYMENT_FORMS), (table) =>
      table.form === STRIPE_REPORT ? stripeDeposits(table, reading) : plainDeposits(table, reading),
    );
  }
  const ids = new UniqueIds(file, "id");
  return jsonRows(reading, (value, row) => {
    const deposit = toDeposit(value, currency);
    ids.add(deposit.id, row);
    refuseTwinLines(file, row, deposit);
    return deposit;
  });
}

/** @throws InputError naming file, row and field */
export async function loadPayments(
  file: string,
  currency: string,
  options: LoadOptions = {},
): Promise<PaymentInput[]> {
  const reading = toReading(file, currency, options);
  if (isCsv(file)) {
    const forms = wanted(PAYMENT_FORMS, options.form);
    return readTable(file, forms, belonging("to --deposits", DEPOSIT_FORMS), (table) =>
      table.form === QUICKBOOKS_REPORT
        ? quickBooksPayments(table, reading)
        : plainPayments(table, reading),
    );
  }
  const ids = new UniqueIds(file, "Id");
  return jsonRows(reading, (value, row) => {
    const payment = toPayment(value, currency);
    ids.add(payment.id, row);
    return payment;
  });
}

/** @throws InputError naming file, row and field */
export async function loadInvoices(
  file: string,
  currency: string,
  options: LoadOptions = {},
): Promise<InvoiceInput[]> {
  const reading = toReading(file, currency, options);
  if (isCsv(file)) {
    const others = [
      ...belonging("to --deposits", DEPOSIT_FORMS),
      ...belonging("to --payments", PAYMENT_FORMS),
    ];
    return readTable(file, [PLAIN_INVOICES], others, (table) => plainInvoices(table, reading));
  }
  const ids = new UniqueIds(file, "Id");
  return jsonRows(reading, (value, row) => {
    const invoice = toInvoice(value, currency);
    ids.add(invoice.id, row);
    return invoice;
  });
}

/** @throws InputError naming file, row and field */
export async function loadHistory(file: string, currency: string): Promise<HistoryEntry[]> {
  if (isCsv(file)) throw new InputError(`${file}: history is JSON or NDJSON, not CSV`);
  return jsonRows(toReading(file, currency, {}), (value) => toHistoryEntry(value, currency));
}

function toReading(file: string, currency: string, options: LoadOptions): Reading {
  const { note = () => {}, onRows = () => {} } = options;
  return { file, currency, note: (text) => note(`${file}: ${text}`), onRows };
}

/** The formats to detect: all, or the one the caller names. */
function wanted(forms: Form[], name: FormName | undefined): Form[] {
  return name === undefined ? forms : forms.filter((form) => form.name === name);
}

function belonging(belongs: string, forms: Form[]) {
  return forms.map((form) => ({ form, belongs }));
}

async function jsonRows<Row>(
  { file, onRows }: Reading,
  convert: (value: unknown, row: number) => Row,
): Promise<Row[]> {
  const loaded: Row[] = [];
  for await (const batch of batchesOf(file)) {
    for (const { value, row } of batch) {
      loaded.push(inRow(file, row, () => convert(value, row)));
    }
    onRows(batch.length);
  }
  return loaded;
}

const ADVICE: Record<string, string> = {
  ".xls": "; save the workbook as CSV",
  ".xlsx": "; save the workbook as CSV",
  ".gz": "; unpack it first",
  ".zip": "; unpack it first",
};

function batchesOf(file: string): AsyncGenerator<JsonRow[]> {
  const ending = endingOf(file);
  if (ending === ".json") return jsonArrayRows(file);
  if (ending === ".ndjson" || ending === ".jsonl") return ndjsonRows(file);
  const advice = ADVICE[ending] ?? "";
  throw new InputError(`${file}: the name must end in .json, .ndjson, .jsonl or .csv${advice}`);
}

function isCsv(file: string): boolean {
  return endingOf(file) === ".csv";
}

function endingOf(file: string): string {
  return extname(file).toLowerCase();
}
