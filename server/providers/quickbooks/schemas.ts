import { z } from "zod";
import { isCalendarDate } from "@/lib/dates";

/**
 * The parts of QuickBooks' replies that we use. Ids, money and accounts are required; a field that only
 * improves matching is dropped when it has another shape. Fields not listed here (card blocks, postal
 * addresses) are never kept.
 */

const words = z.string().nullish().catch(undefined);
const reference = z.object({ value: z.coerce.string(), name: words });
const currency = z.object({ value: z.string().regex(/^[A-Z]{3}$/) });
const amount = z.union([z.number(), z.string()]);
/** Some servers append a zone ("2026-01-05-08:00"); the date is kept as entered. */
const date = z
  .string()
  .transform((text) => text.slice(0, 10))
  .refine(isCalendarDate);
const linked = z
  .array(
    z.object({
      TxnId: z.coerce.string(),
      TxnType: z.string(),
      TxnLineId: z.coerce.string().nullish().catch(undefined),
    }),
  )
  .nullish()
  .transform((links) => links ?? []);

// "LineEx" holds Intuit's own name-value pairs, such as the number of the paid invoice.
const lineNotes = z
  .object({
    any: z.array(
      z.object({
        value: z.object({ Name: z.string(), Value: z.string() }).optional().catch(undefined),
      }),
    ),
  })
  .nullish()
  .catch(undefined);

const metaData = z.object({ LastUpdatedTime: z.string() });

export const transaction = z.object({
  Id: z.string(),
  SyncToken: z.string(),
  MetaData: metaData.optional(),
  TxnDate: date,
  TotalAmt: amount,
  CurrencyRef: currency.nullish(),
  ExchangeRate: z.number().positive().nullish().catch(undefined),
  CustomerRef: reference.nullish().catch(undefined),
  DepositToAccountRef: reference.nullish(),
  LinkedTxn: linked,
  PaymentMethodRef: reference.nullish().catch(undefined),
  PaymentRefNum: words,
  DocNumber: words,
  PrivateNote: words,
  CustomerMemo: z.object({ value: words }).nullish().catch(undefined),
  BillEmail: z.object({ Address: words }).nullish().catch(undefined),
  Line: z
    .array(z.object({ LinkedTxn: linked.catch([]), LineEx: lineNotes }))
    .nullish()
    .catch(undefined),
});
export type Transaction = z.output<typeof transaction>;

/** A transaction with its lines, which only what we created is compared by. */
export const transactionInFull = transaction.extend({
  ClassRef: reference.nullish(),
  Line: z
    .array(
      z.object({
        Amount: amount.nullish(),
        DetailType: words,
        Description: words,
        LinkedTxn: linked,
        LineEx: lineNotes,
        SalesItemLineDetail: z
          .object({
            ItemRef: reference.nullish(),
            ClassRef: reference.nullish(),
            TaxCodeRef: reference.nullish(),
          })
          .nullish(),
      }),
    )
    .nullish()
    .transform((lines) => lines ?? []),
});
export type TransactionInFull = z.output<typeof transactionInFull>;

const entryLine = z.object({
  Id: z.string(),
  Amount: amount.nullish(),
  Description: words,
  JournalEntryLineDetail: z
    .object({
      PostingType: z.enum(["Debit", "Credit"]),
      AccountRef: reference,
      Entity: z.object({ Type: words, EntityRef: reference.nullish() }).nullish().catch(undefined),
    })
    // A description has no detail.
    .nullish()
    .catch(undefined),
});

/** Of a journal entry, only lines on Undeposited Funds are kept. */
export const journalEntry = z.object({
  Id: z.string(),
  SyncToken: z.string(),
  MetaData: metaData.optional(),
  TxnDate: date,
  CurrencyRef: currency.nullish(),
  DocNumber: words,
  PrivateNote: words,
  Line: z
    .array(entryLine)
    .nullish()
    .transform((lines) => lines ?? []),
});
export type QuickBooksJournalEntry = z.output<typeof journalEntry>;

export const transfer = z.object({
  Id: z.string(),
  SyncToken: z.string(),
  MetaData: metaData.optional(),
  TxnDate: date,
  Amount: amount,
  CurrencyRef: currency.nullish(),
  FromAccountRef: reference,
  ToAccountRef: reference,
  PrivateNote: words,
});
export type QuickBooksTransfer = z.output<typeof transfer>;

export const invoice = z.object({
  Id: z.string(),
  MetaData: metaData.optional(),
  TxnDate: date,
  DueDate: date.nullish().catch(undefined),
  TotalAmt: amount,
  Balance: amount,
  CurrencyRef: currency.nullish(),
  CustomerRef: reference.nullish().catch(undefined),
  DocNumber: words,
  PrivateNote: words,
  CustomerMemo: z.object({ value: words }).nullish().catch(undefined),
  BillEmail: z.object({ Address: words }).nullish().catch(undefined),
});
export type QuickBooksInvoice = z.output<typeof invoice>;

const depositLine = z.object({
  Amount: amount.nullish(),
  Description: words,
  LinkedTxn: linked,
  DepositLineDetail: z
    .object({
      AccountRef: reference.nullish(),
      Entity: reference.nullish().catch(undefined),
      ClassRef: reference.nullish().catch(undefined),
    })
    .nullish(),
});

export const deposit = z.object({
  Id: z.string(),
  SyncToken: z.string(),
  TxnDate: date,
  TotalAmt: amount,
  /** In the books' own currency, at the Deposit's rate; only where its currency is another. */
  HomeTotalAmt: amount.nullish().catch(undefined),
  CurrencyRef: currency.nullish(),
  PrivateNote: words,
  DepositToAccountRef: reference.nullish(),
  Line: z
    .array(depositLine)
    .nullish()
    .transform((lines) => lines ?? []),
  /** Money that was kept in cash: it does not reach the bank. */
  CashBack: z.object({ Amount: amount, AccountRef: reference.nullish(), Memo: words }).nullish(),
});
export type QuickBooksDeposit = z.output<typeof deposit>;

export const account = z.object({
  Id: z.string(),
  Name: z.string(),
  FullyQualifiedName: words,
  AccountType: z.string(),
  AccountSubType: words,
  Active: z.boolean().nullish().catch(undefined),
  CurrencyRef: currency.nullish(),
});
export type QuickBooksAccount = z.output<typeof account>;

const phone = z.object({ FreeFormNumber: words }).nullish().catch(undefined);

export const customer = z.object({
  Id: z.string(),
  DisplayName: words,
  CompanyName: words,
  GivenName: words,
  FamilyName: words,
  PrintOnCheckName: words,
  /** "Customer:Job" */
  FullyQualifiedName: words,
  ParentRef: reference.nullish().catch(undefined),
  /** Several addresses are separated by commas. */
  PrimaryEmailAddr: z.object({ Address: words }).nullish().catch(undefined),
  PrimaryPhone: phone,
  Mobile: phone,
});
export type QuickBooksCustomer = z.output<typeof customer>;

export const paymentMethod = z.object({ Id: z.string(), Name: words });

const address = z.object({ CountrySubDivisionCode: words }).nullish().catch(undefined);

export const companyInfo = z.object({
  CompanyName: words,
  Country: words,
  CompanyAddr: address,
  LegalAddr: address,
  DefaultTimeZone: words,
});

const flag = z.boolean().nullish().catch(undefined);

export const preferences = z.object({
  CurrencyPrefs: z.object({ HomeCurrency: currency, MultiCurrencyEnabled: flag }),
  AccountingInfoPrefs: z
    .object({
      BookCloseDate: date.nullish().catch(undefined),
      ClassTrackingPerTxn: flag,
      ClassTrackingPerTxnLine: flag,
      TrackDepartments: flag,
    })
    .nullish(),
  TaxPrefs: z.object({ UsingSalesTax: flag }).nullish().catch(undefined),
});

export const exchangeRate = z.object({ Rate: z.number().nullish().catch(undefined) });

export const item = z.object({
  Id: z.string(),
  Name: z.string(),
  FullyQualifiedName: words,
  Type: words,
  IncomeAccountRef: z.object({ name: words }).nullish().catch(undefined),
});

export const taxCode = z.object({
  Id: z.string(),
  Name: z.string(),
  SalesTaxRateList: z
    .object({ TaxRateDetail: z.array(z.object({ TaxRateRef: reference })).nullish() })
    .nullish(),
});

export const taxRate = z.object({ Id: z.string(), RateValue: amount });

export const namedEntry = z.object({
  Id: z.string(),
  Name: z.string(),
  FullyQualifiedName: words,
});

/** A deleted object in change data capture. */
export const deleted = z.object({
  Id: z.string(),
  status: z.literal("Deleted"),
  MetaData: metaData.optional(),
});
export type Deleted = z.output<typeof deleted>;

export function isDeleted<T>(row: T | Deleted): row is Deleted {
  return typeof row === "object" && row !== null && "status" in row && row.status === "Deleted";
}

/** The reply to a deletion, by the object's type. */
export const deletion = z.record(z.string(), z.unknown()).transform((reply, context) => {
  const found = Object.values(reply).map((value) => deleted.safeParse(value).data);
  return found.find((each) => each !== undefined) ?? context.addIssue("nothing was deleted");
});
