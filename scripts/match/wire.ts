import { z } from "zod";
import { calendarDate } from "@/lib/contracts/common";
import { MoneyError, normalizeCurrency, parseDecimal } from "@/lib/money";
import type { DepositInput, HistoryEntry, LineInput, PaymentInput } from "@/server/matching/types";

const id = z.union([z.string().min(1), z.number().int()]).transform(String);
const optionalText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? undefined : String(value)));
const amount = z.union([z.string(), z.number()]);
const optionalAmount = amount.nullish();

const line = z.object({
  id,
  type: optionalText,
  date: calendarDate,
  amount,
  fee: optionalAmount,
  net: optionalAmount,
  description: optionalText,
  entity: optionalText,
  email: optionalText,
  reference: optionalText,
});

const deposit = z.object({
  id,
  date: calendarDate,
  amount,
  currency: optionalText,
  processor: optionalText,
  description: optionalText,
  reference: optionalText,
  lines: z.array(line).nullish(),
});

const payment = z.object({
  Id: id,
  TxnDate: calendarDate,
  TotalAmt: amount,
  CustomerName: optionalText,
  currency: optionalText,
  CurrencyRef: z.object({ value: optionalText }).nullish(),
  "CurrencyRef.value": optionalText,
  PaymentRefNum: optionalText,
  PrivateNote: optionalText,
  TxnType: optionalText,
  Email: optionalText,
});

const history = z.object({
  decision: z.enum(["confirmed", "dismissed", "undone"]),
  deposit,
  line: line.nullish(),
  payment,
});

/** What is wrong with one row: the field as a path, and why. */
export class FieldError extends Error {
  override name = "FieldError";
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** @throws FieldError */
export function toDeposit(row: unknown, defaultCurrency: string): DepositInput {
  return depositOf(check(deposit, row), defaultCurrency, "");
}

/** @throws FieldError */
export function toPayment(row: unknown, defaultCurrency: string): PaymentInput {
  return paymentOf(check(payment, row), defaultCurrency, "");
}

/** @throws FieldError */
export function toHistoryEntry(row: unknown, defaultCurrency: string): HistoryEntry {
  const entry = check(history, row);
  const { lines: _, ...facts } = depositOf(entry.deposit, defaultCurrency, "deposit.");
  return {
    decision: entry.decision,
    deposit: facts,
    line: entry.line ? lineOf(entry.line, facts.currency, "line.") : undefined,
    payment: paymentOf(entry.payment, defaultCurrency, "payment."),
  };
}

function depositOf(
  row: z.infer<typeof deposit>,
  defaultCurrency: string,
  path: string,
): DepositInput {
  const currency = currencyOf(row.currency, defaultCurrency, `${path}currency`);
  return {
    id: row.id,
    date: row.date,
    amount: minor(row.amount, currency, `${path}amount`),
    currency,
    processor: row.processor,
    description: row.description,
    reference: row.reference,
    lines: row.lines?.map((one, i) => lineOf(one, currency, `${path}lines[${i}].`)),
  };
}

function lineOf(row: z.infer<typeof line>, currency: string, path: string): LineInput {
  const gross = minor(row.amount, currency, `${path}amount`);
  return {
    ...row,
    type: row.type ?? (gross < 0 ? "refund" : "charge"),
    amount: gross,
    fee: optionalMinor(row.fee, currency, `${path}fee`),
    net: optionalMinor(row.net, currency, `${path}net`),
  };
}

function paymentOf(
  row: z.infer<typeof payment>,
  defaultCurrency: string,
  path: string,
): PaymentInput {
  const code = row.currency ?? row.CurrencyRef?.value ?? row["CurrencyRef.value"];
  const currency = currencyOf(code, defaultCurrency, `${path}currency`);
  return {
    id: row.Id,
    date: row.TxnDate,
    amount: minor(row.TotalAmt, currency, `${path}TotalAmt`),
    currency,
    customerName: row.CustomerName,
    email: row.Email,
    reference: row.PaymentRefNum,
    note: row.PrivateNote,
    type: row.TxnType,
  };
}

function check<Shape extends z.ZodType>(shape: Shape, row: unknown): z.infer<Shape> {
  const result = shape.safeParse(row);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = (issue?.path ?? []).reduce<string>(
    (text, key) =>
      typeof key === "number" ? `${text}[${key}]` : `${text}${text && "."}${String(key)}`,
    "",
  );
  throw new FieldError(path, issue?.message ?? "is not valid");
}

function currencyOf(code: string | undefined, otherwise: string, field: string): string {
  return code ? money(field, () => normalizeCurrency(code)) : otherwise;
}

function minor(value: string | number, currency: string, field: string): number {
  return money(field, () => parseDecimal(value, currency));
}

function optionalMinor(
  value: string | number | null | undefined,
  currency: string,
  field: string,
): number | undefined {
  return value === null || value === undefined ? undefined : minor(value, currency, field);
}

function money<Value>(field: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof MoneyError) throw new FieldError(field, error.message);
    throw error;
  }
}
