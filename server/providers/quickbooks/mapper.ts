import type { LedgerPaymentKind } from "@/lib/constants/payments";
import { MoneyError, parseDecimal } from "@/lib/money";
import { ProviderError } from "@/server/providers/errors";
import type {
  AppliedInvoice,
  LedgerDeposit,
  LedgerDepositEntry,
  LedgerInvoiceRecord,
  LedgerPaymentRecord,
} from "@/server/providers/ledger";
import type { Customers } from "@/server/providers/quickbooks/customers";
import { atRate } from "@/server/providers/quickbooks/exchange-rate";
import { paymentRef } from "@/server/providers/quickbooks/payment-ref";
import type {
  QuickBooksDeposit,
  QuickBooksInvoice,
  Transaction,
} from "@/server/providers/quickbooks/schemas";

/** Facts about a company that convert its transactions into payments. */
export interface Books {
  homeCurrency: string;
  /** Ids of the accounts of subtype Undeposited Funds. */
  undeposited: ReadonlySet<string>;
  customers: Customers;
  /** Names of the ways of payment by id, as far as they were looked up. */
  methods: Map<string, string>;
  /** Deposits by the ids of the payments that they hold, as far as they were looked up. */
  holders: Map<string, string>;
  /** From when on Deposits were looked up for that; absent: not at all. */
  holdersSince?: string;
}

/** What QuickBooks calls the number of the document that a payment's line is applied to. */
const NUMBER = "txnReferenceNumber";

/** What need not name its Deposit: whether it is on one, the Deposits' own lines tell. */
export const NAMING_NO_DEPOSIT: ReadonlySet<LedgerPaymentKind> = new Set([
  "RefundReceipt",
  "JournalEntry",
  "Transfer",
]);

export function toPayment(
  kind: LedgerPaymentKind,
  transaction: Transaction,
  books: Books,
): LedgerPaymentRecord {
  const { DepositToAccountRef, PaymentMethodRef } = transaction;
  const currency = currencyOf(transaction, books.homeCurrency);
  const total = amountOf(`${kind} ${transaction.Id}`, transaction.TotalAmt, currency);
  const depositedOn =
    transaction.LinkedTxn.find(({ TxnType }) => TxnType === "Deposit")?.TxnId ??
    (NAMING_NO_DEPOSIT.has(kind) ? books.holders.get(transaction.Id) : undefined) ??
    null;
  // A payment without a reference is in Undeposited Funds; a deposited one keeps its reference.
  const undeposited = !DepositToAccountRef || books.undeposited.has(DepositToAccountRef.value);
  return {
    kind,
    providerId: transaction.Id,
    date: transaction.TxnDate,
    amount: kind === "RefundReceipt" ? 0 - total : total,
    currency,
    worth: worthOf(
      transaction,
      { total: kind === "RefundReceipt" ? -total : total, currency },
      books,
    ),
    ...customerOf(transaction, books.customers),
    referenceNumber: joined(
      [transaction.PaymentRefNum, transaction.DocNumber, ...paidInvoices(transaction)],
      " ",
    ),
    note: noteOf(transaction),
    // A voided payment remains, with a total of zero.
    paymentMethod: PaymentMethodRef?.name ?? books.methods.get(PaymentMethodRef?.value ?? "") ?? "",
    appliedTo: appliedTo(kind, transaction),
    open: undeposited && depositedOn === null && total !== 0,
    depositedOn,
    bookedTo: undeposited || total === 0 ? null : (DepositToAccountRef?.value ?? null),
    raw: transaction,
  };
}

/** In the books' currency, at the transaction's own rate; null where that is its currency, or no rate is given. */
function worthOf(
  { ExchangeRate: rate }: Transaction,
  { total, currency }: { total: number; currency: string },
  { homeCurrency: to }: Books,
) {
  if (!rate || currency === to) return null;
  return { amount: Math.round(atRate(total, { rate, from: currency, to })), currency: to };
}

export function toInvoice(
  invoice: QuickBooksInvoice,
  { homeCurrency, customers }: Pick<Books, "homeCurrency" | "customers">,
): LedgerInvoiceRecord {
  const currency = currencyOf(invoice, homeCurrency);
  const what = `Invoice ${invoice.Id}`;
  return {
    providerId: invoice.Id,
    number: invoice.DocNumber?.trim() ?? "",
    date: invoice.TxnDate,
    dueDate: invoice.DueDate ?? null,
    total: amountOf(what, invoice.TotalAmt, currency),
    balance: amountOf(what, invoice.Balance, currency),
    currency,
    ...customerOf(invoice, customers),
    note: noteOf(invoice),
  };
}

/** Ignores the linked lines' amounts, because QuickBooks drops their cents. The total is exact. */
export function toDeposit(deposit: QuickBooksDeposit, homeCurrency: string): LedgerDeposit {
  const currency = currencyOf(deposit, homeCurrency);
  return {
    id: deposit.Id,
    date: deposit.TxnDate,
    total: amountOf(`Deposit ${deposit.Id}`, deposit.TotalAmt, currency),
    currency,
    note: deposit.PrivateNote ?? "",
    bankId: deposit.DepositToAccountRef?.value ?? "",
    bankName: nameOf(deposit.DepositToAccountRef),
    payments: deposit.Line.flatMap(({ LinkedTxn }) => LinkedTxn).map(paymentRef),
    entries: entriesOf(deposit, currency),
  };
}

function entriesOf(deposit: QuickBooksDeposit, currency: string): LedgerDepositEntry[] {
  const what = `a line of Deposit ${deposit.Id}`;
  const { CashBack } = deposit;
  const entries = deposit.Line.filter(({ LinkedTxn }) => LinkedTxn.length === 0).map((line) => ({
    amount: amountOf(what, line.Amount ?? 0, currency),
    accountId: line.DepositLineDetail?.AccountRef?.value ?? "",
    accountName: nameOf(line.DepositLineDetail?.AccountRef),
    customerName: nameOf(line.DepositLineDetail?.Entity),
    className: nameOf(line.DepositLineDetail?.ClassRef),
    description: line.Description ?? "",
  }));
  if (!CashBack) return entries;
  const cashBack = {
    amount: -amountOf(what, CashBack.Amount, currency),
    accountId: CashBack.AccountRef?.value ?? "",
    accountName: nameOf(CashBack.AccountRef),
    customerName: "",
    className: "",
    description: CashBack.Memo ?? "",
  };
  return [...entries, cashBack];
}

/** References name what they refer to, most of the time. */
function nameOf(reference: { value: string; name?: string | null | undefined } | null | undefined) {
  return reference ? (reference.name ?? reference.value) : "";
}

type Sold = Pick<Transaction, "CustomerRef" | "BillEmail" | "PrivateNote" | "CustomerMemo">;

function customerOf({ CustomerRef, BillEmail }: Sold, customers: Customers) {
  const customer = customers.get(CustomerRef?.value ?? "");
  return {
    customerName: CustomerRef?.name ?? customer?.names?.[0] ?? "",
    customerId: CustomerRef?.value ?? "",
    customerEmail: BillEmail?.Address ?? customer?.emails?.[0] ?? "",
    customer: customer ?? null,
  };
}

function noteOf({ PrivateNote, CustomerMemo }: Sold): string {
  return joined([PrivateNote, CustomerMemo?.value], "\n");
}

export function currencyOf(
  entity: { CurrencyRef?: { value: string } | null | undefined },
  homeCurrency: string,
): string {
  return entity.CurrencyRef?.value ?? homeCurrency;
}

/** @throws ProviderError for an amount that the currency cannot represent: amounts are never rounded. */
function amountOf(what: string, value: string | number, currency: string): number {
  try {
    return parseDecimal(value, currency);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw new ProviderError("quickbooks", "unavailable", `${what}: ${error.message}`, {
      code: "unexpected_reply",
    });
  }
}

/** Numbers of the invoices that a payment is applied to, which users and processors quote. */
function paidInvoices({ Line }: Transaction): (string | undefined)[] {
  return (Line ?? [])
    .flatMap(({ LineEx }) => LineEx?.any ?? [])
    .map(({ value }) => (value?.Name === NUMBER ? value.Value : undefined));
}

/** QuickBooks leaves out the lines of a payment that is applied to nothing. */
function appliedTo(kind: LedgerPaymentKind, { Line }: Transaction): AppliedInvoice[] | null {
  if (kind !== "Payment") return null;
  return (Line ?? []).flatMap(({ LinkedTxn, LineEx }) => {
    const link = LinkedTxn.find(({ TxnType }) => TxnType === "Invoice");
    if (!link) return [];
    const number = LineEx?.any.find(({ value }) => value?.Name === NUMBER)?.value?.Value.trim();
    return number ? { id: link.TxnId, number } : { id: link.TxnId };
  });
}

function joined(parts: (string | null | undefined)[], separator: string): string {
  const present = parts.map((part) => part?.trim()).filter(Boolean);
  return [...new Set(present)].join(separator);
}
