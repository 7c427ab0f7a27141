import { z } from "zod";
import { isCalendarDate } from "@/lib/dates";
import { bodyUnreadable } from "./refusals";

/** Numbers, or strings as in many documented examples. */
const decimal = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]);
const id = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "is not a valid Guid");
const wireDate = /^\/Date\((\d+)([+-]\d{4})?\)\/$/;

/** `2026-01-31`, with or without a time, or a date as Xero sends it. */
const date = z.string().transform((text, context) => {
  const [, milliseconds] = wireDate.exec(text) ?? [];
  const day = milliseconds ? new Date(Number(milliseconds)).toISOString() : text;
  if (isCalendarDate(day.slice(0, 10))) return day.slice(0, 10);
  context.addIssue(`The string '${text}' is not a valid AllXsd value.`);
  return z.NEVER;
});

const accountRef = z.object({ AccountID: id.optional(), Code: z.string().optional() });
const contactRef = z.object({
  ContactID: id.optional(),
  Name: z.string().trim().max(255).optional(),
  EmailAddress: z.string().max(255).optional(),
  ContactStatus: z.enum(["ACTIVE", "ARCHIVED"]).optional(),
});
const amountTypes = z.enum(["Exclusive", "Inclusive", "NoTax"]);

const line = z.object({
  LineItemID: id.optional(),
  Description: z.string().max(4000).optional(),
  Quantity: decimal.optional(),
  UnitAmount: decimal.optional(),
  LineAmount: decimal.optional(),
  AccountCode: z.string().optional(),
  AccountID: id.optional(),
  TaxType: z.string().optional(),
  TaxAmount: decimal.optional(),
  Tracking: z
    .array(
      z.object({
        TrackingCategoryID: id.optional(),
        TrackingOptionID: id.optional(),
        Name: z.string().optional(),
        Option: z.string().optional(),
      }),
    )
    .optional(),
});
export type LineInput = z.output<typeof line>;
export type ContactInput = z.output<typeof contactRef>;

const reference = z.string().max(255).optional();
const url = z.string().optional();

/** What a body may hold; Xero ignores what it doesn't know. */
export const INPUTS = {
  Contact: contactRef,
  Invoice: z.object({
    InvoiceID: id.optional(),
    Type: z.enum(["ACCREC", "ACCPAY"]).optional(),
    InvoiceNumber: z.string().max(255).optional(),
    Contact: contactRef.optional(),
    Date: date.optional(),
    DueDate: date.optional(),
    Status: z.enum(["DRAFT", "SUBMITTED", "AUTHORISED", "DELETED", "VOIDED"]).optional(),
    LineAmountTypes: amountTypes.optional(),
    LineItems: z.array(line).optional(),
    CurrencyCode: z.string().optional(),
    CurrencyRate: decimal.optional(),
    Reference: reference,
    Url: url,
  }),
  Payment: z.object({
    PaymentID: id.optional(),
    Status: z.string().optional(),
    Invoice: z
      .object({ InvoiceID: id.optional(), InvoiceNumber: z.string().optional() })
      .optional(),
    CreditNote: z
      .object({ CreditNoteID: id.optional(), CreditNoteNumber: z.string().optional() })
      .optional(),
    Account: accountRef.optional(),
    Date: date.optional(),
    Amount: decimal.optional(),
    BankAmount: decimal.optional(),
    CurrencyRate: decimal.optional(),
    Reference: reference,
    IsReconciled: z.boolean().optional(),
  }),
  BankTransaction: z.object({
    BankTransactionID: id.optional(),
    Type: z.string().optional(),
    Status: z.string().optional(),
    Contact: contactRef.optional(),
    BankAccount: accountRef.optional(),
    Date: date.optional(),
    Reference: reference,
    Url: url,
    LineAmountTypes: amountTypes.optional(),
    LineItems: z.array(line).optional(),
    CurrencyRate: decimal.optional(),
    IsReconciled: z.boolean().optional(),
  }),
  BankTransfer: z.object({
    BankTransferID: id.optional(),
    Status: z.string().optional(),
    FromBankAccount: accountRef.optional(),
    ToBankAccount: accountRef.optional(),
    Amount: decimal.optional(),
    Date: date.optional(),
    Reference: reference,
    FromIsReconciled: z.boolean().optional(),
    ToIsReconciled: z.boolean().optional(),
  }),
} as const;

type Inputs = typeof INPUTS;
export type Input<K extends keyof Inputs> = z.output<Inputs[K]>;

/** One element of a body. @throws XeroFault PostDataInvalidException for values of another type */
export function readInput<K extends keyof Inputs>(name: K, element: unknown): Input<K> {
  const parsed = INPUTS[name].safeParse(element);
  if (parsed.success) return parsed.data as Input<K>;
  const [issue] = parsed.error.issues;
  throw bodyUnreadable(`${issue?.message} Path '${issue?.path.join(".")}'.`);
}
