import { z } from "zod";
import { day, decimal, moment } from "./wire";

/**
 * The parts of Xero's answers that we use. Ids, money and accounts are required; a field that only improves matching is
 * dropped when it has another shape. Fields not listed here are never kept.
 */

const id = z.string().min(1);
const words = z.string().nullish().catch(undefined);
const currency = z.string().regex(/^[A-Z]{3}$/);
const contactRef = z.object({ ContactID: id, Name: words }).nullish().catch(undefined);
/** What a payment settles, or a refund gives back. */
const settled = { CurrencyCode: currency.nullish(), Contact: contactRef };
const accountRef = z.object({ AccountID: id, Name: words });

/** `{"Payments":[…], "pagination":{…}}` */
export function listOf<T>(name: string, row: z.ZodType<T>) {
  return z
    .object({
      [name]: z.array(row),
      pagination: z
        .object({ pageCount: z.number(), itemCount: z.number() })
        .nullish()
        .catch(undefined),
    })
    .transform((answer) => ({
      rows: (answer as Record<string, unknown>)[name] as T[],
      pagination: answer.pagination as { pageCount: number; itemCount: number } | null | undefined,
    }));
}

export const account = z.object({
  AccountID: id,
  Code: words,
  Name: z.string(),
  Type: z.string(),
  Class: words,
  Status: words,
  EnablePaymentsToAccount: z.boolean().catch(false),
  CurrencyCode: currency.nullish().catch(undefined),
  BankAccountType: words,
  SystemAccount: words,
});
export type XeroAccount = z.output<typeof account>;

export const organisation = z.object({
  Name: words,
  BaseCurrency: currency,
  CountryCode: words,
  Timezone: words,
  IsDemoCompany: z.boolean().catch(false),
  PaysTax: z.boolean().catch(false),
  ShortCode: words,
  PeriodLockDate: day.nullish(),
  EndOfYearLockDate: day.nullish(),
  Addresses: z
    .array(z.object({ AddressType: words, Region: words }))
    .nullish()
    .catch(undefined),
});

export const action = z.object({ Name: z.string(), Status: z.string() });

export const trackingCategory = z.object({
  TrackingCategoryID: id,
  Name: z.string(),
  Status: words,
  Options: z.array(z.object({ TrackingOptionID: id, Name: z.string(), Status: words })).catch([]),
});

const canApply = z.boolean().nullish().catch(undefined);

export const taxRate = z.object({
  TaxType: z.string(),
  Name: z.string(),
  Status: words,
  CanApplyToRevenue: canApply,
  CanApplyToExpenses: canApply,
});

export const connection = z.object({
  id,
  tenantId: id,
  tenantType: z.string(),
  tenantName: words,
  authEventId: words,
});

export const contact = z.object({
  ContactID: id,
  ContactStatus: words,
  Name: words,
  FirstName: words,
  LastName: words,
  EmailAddress: words,
  Phones: z
    .array(z.object({ PhoneNumber: words, PhoneAreaCode: words, PhoneCountryCode: words }))
    .nullish()
    .catch(undefined),
  ContactPersons: z
    .array(z.object({ FirstName: words, LastName: words, EmailAddress: words }))
    .nullish()
    .catch(undefined),
});
export type XeroContact = z.output<typeof contact>;

export const payment = z.object({
  PaymentID: id,
  PaymentType: z.string(),
  Status: words,
  Date: day,
  /** In the document's currency, and in the account's. */
  Amount: decimal,
  BankAmount: decimal.nullish(),
  CurrencyRate: decimal.nullish().catch(undefined),
  Reference: words,
  IsReconciled: z.boolean().catch(false),
  BatchPaymentID: words,
  Account: z.object({ AccountID: id }).nullish(),
  /** Of a refund, too: its credit note, which has a name of its own in Xero's schema. */
  Invoice: z.object({ InvoiceID: id, InvoiceNumber: words, ...settled }).nullish(),
  CreditNote: z.object({ CreditNoteNumber: words, ...settled }).nullish(),
  Overpayment: z.object(settled).nullish(),
  Prepayment: z.object(settled).nullish(),
});
export type XeroPayment = z.output<typeof payment>;

const line = z.object({
  Description: words,
  LineAmount: decimal.nullish(),
  TaxAmount: decimal.nullish(),
  TaxType: words,
  AccountID: words,
  AccountCode: words,
  Tracking: z
    .array(z.object({ TrackingOptionID: words, Option: words }))
    .nullish()
    .catch(undefined),
});

export const bankTransaction = z.object({
  BankTransactionID: id,
  Type: z.string(),
  Status: words,
  Date: day,
  Reference: words,
  Contact: contactRef,
  BankAccount: accountRef,
  /** Absent: its bank account's, which it always is. */
  CurrencyCode: currency.nullish(),
  CurrencyRate: decimal.nullish().catch(undefined),
  LineAmountTypes: words,
  LineItems: z
    .array(line)
    .nullish()
    .transform((lines) => lines ?? []),
  Total: decimal,
  IsReconciled: z.boolean().catch(false),
  UpdatedDateUTC: moment.nullish().catch(undefined),
});
export type XeroBankTransaction = z.output<typeof bankTransaction>;

export const bankTransfer = z.object({
  BankTransferID: id,
  /** Absent in Xero's answers until June 2026. */
  Status: words,
  Date: day,
  Reference: words,
  Amount: decimal,
  FromBankAccount: accountRef,
  ToBankAccount: accountRef,
  FromIsReconciled: z.boolean().catch(false),
  ToIsReconciled: z.boolean().catch(false),
});
export type XeroBankTransfer = z.output<typeof bankTransfer>;

export const invoice = z.object({
  InvoiceID: id,
  Type: z.string(),
  Status: z.string(),
  InvoiceNumber: words,
  Reference: words,
  Date: day,
  DueDate: day.nullish().catch(undefined),
  Total: decimal,
  AmountDue: decimal,
  CurrencyCode: currency,
  Contact: contactRef,
});
export type XeroInvoice = z.output<typeof invoice>;
