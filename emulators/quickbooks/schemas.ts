import { z } from "zod";
import type { EntityName } from "./state";

const ref = z.object({
  value: z.coerce.string(),
  name: z.string().optional(),
  type: z.string().optional(),
});
const linkedTxn = z.strictObject({
  TxnId: z.coerce.string(),
  TxnType: z.string(),
  TxnLineId: z.coerce.string().optional(),
});
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}/);
const money = z.coerce.number();

/** A line of any transaction; an unknown property inside a detail is dropped, as QuickBooks does. */
const line = z.strictObject({
  Id: z.string().optional(),
  LineNum: z.int().optional(),
  Description: z.string().optional(),
  Amount: money.optional(),
  DetailType: z.string().optional(),
  LinkedTxn: z.array(linkedTxn).optional(),
  LineEx: z.unknown().optional(),
  DepositLineDetail: z
    .object({
      AccountRef: ref.optional(),
      Entity: ref.optional().catch(undefined),
      ClassRef: ref.optional(),
      PaymentMethodRef: ref.optional(),
      CheckNum: z.string().optional(),
      TaxCodeRef: ref.optional(),
      TaxApplicableOn: z.enum(["Sales", "Purchase"]).optional(),
    })
    .optional(),
  SalesItemLineDetail: z
    .looseObject({
      ItemRef: ref.optional(),
      ClassRef: ref.optional(),
      TaxCodeRef: ref.optional(),
      TaxInclusiveAmt: money.optional(),
    })
    .optional(),
  SubTotalLineDetail: z.looseObject({}).optional(),
  JournalEntryLineDetail: z
    .looseObject({ PostingType: z.enum(["Debit", "Credit"]), AccountRef: ref })
    .optional(),
});

const taxCalculation = z.enum(["TaxInclusive", "TaxExcluded", "NotApplicable"]);

const base = {
  Id: z.string().optional(),
  SyncToken: z.string().optional(),
  MetaData: z.unknown().optional(),
  domain: z.string().optional(),
  sparse: z.boolean().optional(),
  status: z.string().optional(),
};

const transaction = {
  ...base,
  DocNumber: z.string().max(21).optional(),
  TxnDate: date.optional(),
  CurrencyRef: ref.optional(),
  ExchangeRate: z.number().optional(),
  PrivateNote: z.string().max(4000).optional(),
  LinkedTxn: z.array(linkedTxn).optional(),
  Line: z.array(line).optional(),
  TxnTaxDetail: z.unknown().optional(),
  TotalAmt: money.optional(),
  HomeTotalAmt: money.optional(),
  DepositToAccountRef: ref.optional(),
};

const receipt = {
  ...transaction,
  CustomerRef: ref.optional(),
  PaymentMethodRef: ref.optional(),
  PaymentRefNum: z.string().max(21).optional(),
};

const sale = {
  ...receipt,
  Balance: money.optional(),
  ClassRef: ref.optional(),
  CustomerMemo: z.object({ value: z.string() }).optional(),
  BillEmail: z.object({ Address: z.string().max(100) }).optional(),
  GlobalTaxCalculation: taxCalculation.optional(),
};

/** What a customer is asked to pay, or is owed. */
const receivable = {
  ...transaction,
  CustomerRef: ref.optional(),
  CustomerMemo: z.object({ value: z.string().max(1000) }).optional(),
  BillEmail: z.object({ Address: z.string().max(100) }).optional(),
  BillAddr: z.unknown().optional(),
  ShipAddr: z.unknown().optional(),
  SalesTermRef: ref.optional(),
  ClassRef: ref.optional(),
  ApplyTaxAfterDiscount: z.boolean().optional(),
  PrintStatus: z.string().optional(),
  EmailStatus: z.string().optional(),
  Balance: money.optional(),
};

const phone = z.object({ FreeFormNumber: z.string().max(30) });

const name = {
  ...base,
  Active: z.boolean().optional(),
  CurrencyRef: ref.optional(),
  DisplayName: z.string().max(500).optional(),
  GivenName: z.string().optional(),
  FamilyName: z.string().optional(),
  CompanyName: z.string().optional(),
  FullyQualifiedName: z.string().optional(),
  PrintOnCheckName: z.string().optional(),
  PrimaryEmailAddr: z.object({ Address: z.string().max(100) }).optional(),
  PrimaryPhone: phone.optional(),
  Mobile: phone.optional(),
  Balance: z.number().optional(),
};

/** Writable properties per entity. A property not listed is refused (2010). */
export const WRITABLE = {
  Account: z.strictObject({
    ...base,
    Name: z.string().max(100),
    Active: z.boolean().optional(),
    AccountType: z.string().optional(),
    AccountSubType: z.string().optional(),
    Classification: z.string().optional(),
    CurrencyRef: ref.optional(),
    Description: z.string().optional(),
    FullyQualifiedName: z.string().optional(),
    SubAccount: z.boolean().optional(),
    CurrentBalance: z.number().optional(),
    CurrentBalanceWithSubAccounts: z.number().optional(),
  }),
  Class: z.strictObject({
    ...base,
    Name: z.string().max(100),
    Active: z.boolean().optional(),
    FullyQualifiedName: z.string().optional(),
    SubClass: z.boolean().optional(),
  }),
  Customer: z.strictObject({
    ...name,
    ParentRef: ref.optional(),
    Job: z.boolean().optional(),
    BillWithParent: z.boolean().optional(),
    Level: z.int().optional(),
  }),
  Vendor: z.strictObject(name),
  CreditMemo: z.strictObject({ ...receivable, RemainingCredit: money.optional() }),
  Invoice: z.strictObject({ ...receivable, DueDate: date.optional() }),
  Deposit: z.strictObject({
    ...transaction,
    GlobalTaxCalculation: taxCalculation.optional(),
    DepartmentRef: ref.optional(),
    CashBack: z.object({ AccountRef: ref, Amount: money, Memo: z.string().optional() }).optional(),
    DepositEx: z.unknown().optional(),
  }),
  Item: z.strictObject({
    ...base,
    Name: z.string().max(100),
    Active: z.boolean().optional(),
    FullyQualifiedName: z.string().optional(),
    Type: z.enum(["Service", "NonInventory", "Category"]).optional(),
    IncomeAccountRef: ref.optional(),
    Taxable: z.boolean().optional(),
    UnitPrice: money.optional(),
    TrackQtyOnHand: z.boolean().optional(),
  }),
  JournalEntry: z.strictObject({ ...transaction, Adjustment: z.boolean().optional() }),
  Transfer: z.strictObject({
    ...transaction,
    Amount: money.optional(),
    FromAccountRef: ref.optional(),
    ToAccountRef: ref.optional(),
  }),
  Payment: z.strictObject({
    ...receipt,
    UnappliedAmt: money.optional(),
    ProcessPayment: z.boolean().optional(),
    ARAccountRef: ref.optional(),
    PaymentType: z.string().optional(),
  }),
  SalesReceipt: z.strictObject(sale),
  RefundReceipt: z.strictObject(sale),
} satisfies Partial<Record<EntityName, z.ZodType>>;

export type WritableName = keyof typeof WRITABLE;
export type DepositInput = z.output<(typeof WRITABLE)["Deposit"]>;

export function isWritable(entity: EntityName): entity is WritableName {
  return entity in WRITABLE;
}
