import { extname } from "node:path";
import type {
  DepositInput,
  HistoryEntry,
  InvoiceInput,
  PaymentInput,
} from "@/matching/engine/contract";
import { refuseTwinLines } from "./input/deposit-groups";
import { InputError } from "./input/errors";
import { type JsonRow, jsonArrayRows, ndjsonRows } from "./input/json-rows";
import { isWorkbook, PAYOUT_REPORT, reportedPayouts, workbookPayouts } from "./input/payout-report";
import {
  PLAIN_DEPOSITS,
  PLAIN_INVOICES,
  PLAIN_PAYMENTS,
  plainDeposits,
  plainInvoices,
  plainPayments,
} from "./input/plain-csv";
import { QUICKBOOKS_INVOICES, QUICKBOOKS_REPORT } from "./input/quickbooks/columns";
import { quickBooksInvoices } from "./input/quickbooks/read-invoices";
import { quickBooksPayments } from "./input/quickbooks/read-report";
import { type Reading, type ReadingOptions, readFile } from "./input/reading";
import { STRIPE_REPORT } from "./input/stripe/columns";
import { stripeDeposits } from "./input/stripe/read-report";
import { type Form, type FormName, readTable } from "./input/tables";
import { UniqueRows } from "./input/unique-rows";
import { toDeposit, toHistoryEntry, toInvoice, toPayment } from "./wire";

export interface LoadOptions extends ReadingOptions {
  /** The CSV format; detected from the header when absent. */
  form?: FormName | undefined;
}

/** A report may have the columns of plain CSV too. */
const DEPOSIT_FORMS = [STRIPE_REPORT, PAYOUT_REPORT, PLAIN_DEPOSITS];
const DEPOSIT_READERS = { stripe: stripeDeposits, payouts: reportedPayouts, plain: plainDeposits };
const PAYMENT_FORMS = [PLAIN_PAYMENTS, QUICKBOOKS_REPORT];
const INVOICE_FORMS = [PLAIN_INVOICES, QUICKBOOKS_INVOICES];

/**
 * @param currency of rows that name none
 * @throws InputError naming file, row and field
 */
export function loadDeposits(
  file: string,
  currency: string,
  options: LoadOptions = {},
): Promise<DepositInput[]> {
  return readFile(file, currency, options, (reading) => {
    if (isWorkbook(file)) return workbookPayouts(reading);
    if (isTable(file)) {
      const forms = wanted(DEPOSIT_FORMS, options.form);
      return readTable(reading, forms, belonging("to --payments", PAYMENT_FORMS), (table) =>
        DEPOSIT_READERS[table.form.name as keyof typeof DEPOSIT_READERS](table, reading),
      );
    }
    return uniqueJsonRows(reading, "id", (value) => {
      const deposit = toDeposit(value, reading.dialect);
      refuseTwinLines(deposit);
      return deposit;
    });
  });
}

/**
 * @param currency of rows that name none
 * @throws InputError naming file, row and field
 */
export function loadPayments(
  file: string,
  currency: string,
  options: LoadOptions = {},
): Promise<PaymentInput[]> {
  return readFile(file, currency, options, (reading) => {
    if (isTable(file)) {
      const forms = wanted(PAYMENT_FORMS, options.form);
      return readTable(reading, forms, belonging("to --deposits", DEPOSIT_FORMS), (table) =>
        table.form === QUICKBOOKS_REPORT
          ? quickBooksPayments(table, reading)
          : plainPayments(table, reading),
      );
    }
    return uniqueJsonRows(reading, "Id", (value) => toPayment(value, reading.dialect));
  });
}

/**
 * @param currency of rows that name none
 * @throws InputError naming file, row and field
 */
export function loadInvoices(
  file: string,
  currency: string,
  options: LoadOptions = {},
): Promise<InvoiceInput[]> {
  return readFile(file, currency, options, (reading) => {
    if (isTable(file)) {
      const others = [
        ...belonging("to --deposits", DEPOSIT_FORMS),
        ...belonging("to --payments; for --invoices, export Open Invoices", PAYMENT_FORMS),
      ];
      return readTable(reading, INVOICE_FORMS, others, (table) =>
        table.form === QUICKBOOKS_INVOICES
          ? quickBooksInvoices(table, reading)
          : plainInvoices(table, reading),
      );
    }
    return uniqueJsonRows(reading, "Id", (value) => toInvoice(value, reading.dialect));
  });
}

/** @throws InputError naming file, row and field */
export async function loadHistory(
  file: string,
  currency: string,
  options: LoadOptions = {},
): Promise<HistoryEntry[]> {
  if (isTable(file)) throw new InputError(`${file}: history is JSON or NDJSON, not CSV`);
  return readFile(file, currency, options, (reading) =>
    jsonRows(reading, (value) => toHistoryEntry(value, reading.dialect)),
  );
}

/** The formats to detect: all, or the one the caller names. */
function wanted(forms: Form[], name: FormName | undefined): Form[] {
  return name === undefined ? forms : forms.filter((form) => form.name === name);
}

function belonging(belongs: string, forms: Form[]) {
  return forms.map((form) => ({ form, belongs }));
}

async function uniqueJsonRows<Row extends { id: string }>(
  reading: Reading,
  field: string,
  convert: (value: unknown) => Row,
): Promise<Row[]> {
  const unique = new UniqueRows<Row>(field);
  const rows = await jsonRows(reading, (value, row) => {
    const one = convert(value);
    return unique.add(one, row) ? one : undefined;
  });
  const repeated = unique.note();
  if (repeated !== null) reading.note(repeated);
  return rows;
}

async function jsonRows<Row>(
  { file, dialect, onRows, inRow, faults }: Reading,
  convert: (value: unknown, row: number) => Row | undefined,
): Promise<Row[]> {
  dialect.usualSign = ".";
  const loaded: Row[] = [];
  for await (const batch of batchesOf(file)) {
    for (const { value, row } of batch) {
      const one = inRow(row, () => convert(value, row));
      if (one !== undefined) loaded.push(one);
    }
    onRows(batch.length);
  }
  faults.throwIfAny();
  return loaded;
}

const ADVICE: Record<string, string> = {
  ".xls": "; save the workbook as CSV",
  ".xlsx": "; save the workbook as CSV",
  ".ods": "; save the sheet as CSV",
  ".gz": "; unpack it first",
  ".zip": "; unpack it first",
};

function batchesOf(file: string): AsyncGenerator<JsonRow[]> {
  const ending = endingOf(file);
  if (ending === ".json") return jsonArrayRows(file);
  if (ending === ".ndjson" || ending === ".jsonl") return ndjsonRows(file);
  const advice = ADVICE[ending] ?? "";
  throw new InputError(
    `${file}: the name must end in .json, .ndjson, .jsonl, .csv, .tsv or .txt${advice}`,
  );
}

const TABLES = [".csv", ".tsv", ".tab", ".txt"];

/** Whether a file's name says that it is a table of text. */
export function isTable(file: string): boolean {
  return TABLES.includes(endingOf(file));
}

function endingOf(file: string): string {
  return extname(file).toLowerCase();
}
