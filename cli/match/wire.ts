import type {
  DepositInput,
  HistoryEntry,
  LineInput,
  PaymentInput,
} from "@/server/matching/contract";
import { Fields } from "./input/fields";

/** A deposit in our own file format, with or without its lines. @throws FieldError */
export function toDeposit(row: unknown, defaultCurrency: string): DepositInput {
  const fields = Fields.of(row);
  const deposit = depositOf(fields, defaultCurrency);
  const lines = fields.list("lines");
  return { ...deposit, lines: lines?.map((line) => lineOf(line, deposit.currency)) };
}

/** One line as a separate CSV row. @throws FieldError */
export function toLine(row: unknown, currency: string): LineInput {
  return lineOf(Fields.of(row), currency);
}

/** A payment with QuickBooks' own field names. @throws FieldError */
export function toPayment(row: unknown, defaultCurrency: string): PaymentInput {
  return paymentOf(Fields.of(row), defaultCurrency);
}

const DECISIONS = ["confirmed", "dismissed", "undone"] as const;

/** @throws FieldError */
export function toHistoryEntry(row: unknown, defaultCurrency: string): HistoryEntry {
  const entry = Fields.of(row);
  const deposit = depositOf(part(entry, "deposit"), defaultCurrency);
  const line = entry.object("line");
  return {
    decision: entry.oneOf("decision", DECISIONS),
    deposit,
    line: line && lineOf(line, deposit.currency),
    payment: paymentOf(part(entry, "payment"), defaultCurrency),
  };
}

function part(entry: Fields, name: string): Fields {
  const found = entry.object(name);
  if (!found) throw entry.error(name, "is missing");
  return found;
}

function depositOf(row: Fields, defaultCurrency: string): Omit<DepositInput, "lines"> {
  const currency = row.currency("currency", defaultCurrency);
  return {
    id: row.id("id"),
    date: row.date("date"),
    amount: row.amount("amount", currency),
    currency,
    processor: row.text("processor"),
    description: row.text("description"),
    reference: row.ownText("reference"),
  };
}

function lineOf(row: Fields, currency: string): LineInput {
  const id = row.id("id");
  const date = row.date("date");
  const amount = row.amount("amount", currency);
  return {
    id,
    type: row.text("type") ?? (amount < 0 ? "refund" : "charge"),
    date,
    amount,
    fee: row.optionalAmount("fee", currency),
    net: row.optionalAmount("net", currency),
    description: row.text("description"),
    entity: row.text("entity"),
    email: row.text("email"),
    reference: row.ownText("reference"),
  };
}

function paymentOf(row: Fields, defaultCurrency: string): PaymentInput {
  const ofColumn = row.currency("CurrencyRef.value", defaultCurrency);
  const ofReference = row.object("CurrencyRef")?.currency("value", ofColumn) ?? ofColumn;
  const currency = row.currency("currency", ofReference);
  return {
    id: row.id("Id"),
    date: row.date("TxnDate"),
    amount: row.amount("TotalAmt", currency),
    currency,
    customerName: row.text("CustomerName"),
    email: row.text("Email"),
    reference: row.ownText("PaymentRefNum"),
    note: row.text("PrivateNote"),
    type: row.text("TxnType"),
  };
}
