import { totalsOf } from "./lines";
import { wireAmount, wireDecimal } from "./money";
import { dueOf, paymentsOf } from "./payments";
import type {
  Account,
  BankTransaction,
  BankTransfer,
  Books,
  Contact,
  Invoice,
  Line,
  Payment,
} from "./state";
import { wireDate, wireTime } from "./wire";

/** `full` has the lines, which lists leave out where they aren't asked for by page. */
export type Detail = "full" | "list" | "summary";

const NO_DETAILS = { Addresses: [], Phones: [], ContactGroups: [], ContactPersons: [] };
const NO_CREDITS = { CreditNotes: [], Prepayments: [], Overpayments: [] };

export function presentedAccount(books: Books, account: Account) {
  const isBank = account.type === "BANK";
  return {
    AccountID: account.id,
    ...(account.code ? { Code: account.code } : {}),
    Name: account.name,
    Status: account.status,
    Type: account.type,
    TaxType: account.taxType,
    Class: account.class,
    EnablePaymentsToAccount: account.enablePayments,
    ShowInExpenseClaims: false,
    BankAccountType: account.bankType ?? "",
    ...(isBank ? { BankAccountNumber: "", CurrencyCode: account.currency } : {}),
    ...(account.system ? { SystemAccount: account.system } : {}),
    ReportingCode: account.class.slice(0, 3),
    HasAttachments: false,
    AddToWatchlist: false,
    UpdatedDateUTC: wireTime(books, account.updated),
  };
}

export function presentedContact(books: Books, contact: Contact, detail: Detail) {
  return {
    ContactID: contact.id,
    ContactStatus: contact.status,
    Name: contact.name,
    ...(contact.email ? { EmailAddress: contact.email } : {}),
    ...(detail === "summary" ? {} : NO_DETAILS),
    UpdatedDateUTC: wireTime(books, contact.updated),
    IsSupplier: contact.isSupplier,
    IsCustomer: contact.isCustomer,
    HasValidationErrors: false,
  };
}

export function presentedInvoice(books: Books, invoice: Invoice, detail: Detail) {
  const { currency } = invoice;
  const due = dueOf(books, invoice);
  const { total } = totalsOf(invoice);
  const lastPaid = paymentsOf(books, invoice)
    .map(({ date }) => date)
    .toSorted()
    .at(-1);
  return {
    Type: invoice.type,
    InvoiceID: invoice.id,
    InvoiceNumber: invoice.number,
    Reference: invoice.reference ?? "",
    ...(detail === "summary" ? {} : { Payments: presentedPayments(books, invoice), ...NO_CREDITS }),
    AmountDue: wireAmount(books, due, currency),
    AmountPaid: wireAmount(books, total - due, currency),
    AmountCredited: wireAmount(books, 0, currency),
    ...(invoice.url ? { Url: invoice.url } : {}),
    CurrencyRate: wireDecimal(books, invoice.rate),
    IsDiscounted: false,
    HasAttachments: false,
    HasErrors: false,
    DueDateString: `${invoice.dueDate}T00:00:00`,
    DueDate: wireDate(books, invoice.dueDate),
    ...documentFields(books, invoice, detail),
    ...(invoice.status === "PAID" && lastPaid
      ? { FullyPaidOnDate: wireDate(books, lastPaid) }
      : {}),
  };
}

/** The payments of a document, within it. */
function presentedPayments(books: Books, document: Invoice) {
  return paymentsOf(books, document).map((payment) => ({
    PaymentID: payment.id,
    Date: wireDate(books, payment.date),
    Amount: wireAmount(books, payment.amount, document.currency),
    ...(payment.reference ? { Reference: payment.reference } : {}),
    CurrencyRate: wireDecimal(books, payment.rate),
    HasAccount: false,
    HasValidationErrors: false,
  }));
}

export function presentedCreditNote(books: Books, note: Invoice, detail: Detail) {
  return {
    Type: note.type,
    CreditNoteID: note.id,
    CreditNoteNumber: note.number,
    ID: note.id,
    Reference: note.reference ?? "",
    Payments: presentedPayments(books, note),
    RemainingCredit: wireAmount(books, dueOf(books, note), note.currency),
    CurrencyRate: wireDecimal(books, note.rate),
    HasAttachments: false,
    Allocations: [],
    ...documentFields(books, note, detail),
  };
}

/** What a refund pays is an `Invoice`, too, of the type and with the id and number of its credit note. */
export function presentedPayment(books: Books, payment: Payment) {
  const document = books.invoices[payment.document] ?? books.creditNotes[payment.document];
  const account = books.accounts[payment.account];
  const currency = document?.currency ?? books.baseCurrency;
  return {
    PaymentID: payment.id,
    ...(payment.batch ? batchFields(books, payment, payment.batch) : {}),
    Date: wireDate(books, payment.date),
    BankAmount: wireAmount(books, payment.bankAmount, account?.currency ?? books.baseCurrency),
    Amount: wireAmount(books, payment.amount, currency),
    ...(payment.reference ? { Reference: payment.reference } : {}),
    CurrencyRate: wireDecimal(books, payment.rate),
    PaymentType: payment.type,
    Status: payment.status,
    UpdatedDateUTC: wireTime(books, payment.updated),
    HasAccount: true,
    IsReconciled: payment.reconciled,
    Account: { AccountID: payment.account, ...(account?.code ? { Code: account.code } : {}) },
    Invoice: {
      Type: document?.type,
      InvoiceID: document?.id,
      InvoiceNumber: document?.number,
      Payments: [],
      ...NO_CREDITS,
      HasErrors: false,
      IsDiscounted: false,
      ...contactField(books, document?.contact),
      LineItems: [],
      CurrencyCode: currency,
    },
    HasValidationErrors: false,
  };
}

/** Here amount and state are texts. */
function batchFields(books: Books, payment: Payment, BatchPaymentID: string) {
  return {
    BatchPaymentID,
    BatchPayment: {
      Account: { AccountID: payment.account },
      BatchPaymentID,
      Date: wireDate(books, payment.date),
      Type: "RECBATCH",
      Status: payment.status,
      TotalAmount: String(wireAmount(books, payment.bankAmount, books.baseCurrency)),
      UpdatedDateUTC: wireTime(books, payment.updated),
      IsReconciled: String(payment.reconciled),
    },
  };
}

export function presentedBankTransaction(
  books: Books,
  transaction: BankTransaction,
  detail: Detail,
) {
  return {
    BankTransactionID: transaction.id,
    BankAccount: accountField(books, transaction.bankAccount),
    Type: transaction.type,
    Reference: transaction.reference ?? "",
    ...(transaction.url ? { Url: transaction.url } : {}),
    IsReconciled: transaction.reconciled,
    ...creditField(transaction),
    CurrencyRate: wireDecimal(books, transaction.rate),
    HasAttachments: false,
    ...documentFields(books, transaction, detail),
  };
}

function creditField({ type, credit }: BankTransaction) {
  if (!credit) return {};
  return type.endsWith("OVERPAYMENT") ? { OverpaymentID: credit } : { PrepaymentID: credit };
}

/** The answer to its creation doesn't say when that was. */
export function presentedNewTransfer(books: Books, transfer: BankTransfer) {
  const {
    CreatedDateUTC: _,
    CreatedDateUTCString: __,
    ...rest
  } = presentedBankTransfer(books, transfer);
  return rest;
}

export function presentedBankTransfer(books: Books, transfer: BankTransfer) {
  const { from, to, fromTransaction, toTransaction } = transfer;
  const currency = books.accounts[from]?.currency ?? books.baseCurrency;
  return {
    BankTransferID: transfer.id,
    CreatedDateUTCString: transfer.created.slice(0, 19),
    CreatedDateUTC: wireTime(books, transfer.created),
    DateString: `${transfer.date}T00:00:00`,
    Date: wireDate(books, transfer.date),
    FromBankAccount: accountField(books, from),
    ToBankAccount: accountField(books, to),
    Amount: wireAmount(books, transfer.amount, currency),
    FromBankTransactionID: fromTransaction,
    ToBankTransactionID: toTransaction,
    FromIsReconciled: books.bankTransactions[fromTransaction]?.reconciled ?? false,
    ToIsReconciled: books.bankTransactions[toTransaction]?.reconciled ?? false,
    CurrencyRate: wireDecimal(books, 1),
    Reference: transfer.reference ?? "",
    HasAttachments: false,
    Status: transfer.status,
  };
}

/** What invoices, credit notes and bank transactions share. */
function documentFields(
  books: Books,
  document: Omit<Invoice, "contact" | "number" | "dueDate"> & { contact?: string },
  detail: Detail,
) {
  const { currency } = document;
  const { subTotal, tax, total } = totalsOf(document);
  const lines = document.lines.map((line) => presentedLine(books, line, currency));
  return {
    ...contactField(books, document.contact),
    DateString: `${document.date}T00:00:00`,
    Date: wireDate(books, document.date),
    Status: document.status,
    LineAmountTypes: document.amountTypes,
    ...(detail === "summary" ? {} : { LineItems: detail === "full" ? lines : [] }),
    SubTotal: wireAmount(books, subTotal, currency),
    TotalTax: wireAmount(books, tax, currency),
    Total: wireAmount(books, total, currency),
    UpdatedDateUTC: wireTime(books, document.updated),
    CurrencyCode: currency,
  };
}

function presentedLine(books: Books, line: Line, currency: string) {
  const account = books.accounts[line.account];
  return {
    LineItemID: line.id,
    ...(line.description ? { Description: line.description } : {}),
    Quantity: wireDecimal(books, line.quantity),
    UnitAmount: wireDecimal(books, line.unitAmount),
    TaxType: line.taxType,
    TaxAmount: wireAmount(books, line.tax, currency),
    LineAmount: wireAmount(books, line.amount, currency),
    ...(account?.code ? { AccountCode: account.code } : {}),
    ...(account ? { AccountID: account.id } : {}),
    Tracking: line.tracking.map(({ category, option }) => {
      const known = books.tracking.find(({ id }) => id === category);
      return {
        TrackingCategoryID: category,
        TrackingOptionID: option,
        Name: known?.name ?? "",
        Option: known?.options.find(({ id }) => id === option)?.name ?? "",
      };
    }),
    ValidationErrors: [],
  };
}

/** The two sides of a transfer have no contact. */
function contactField({ contacts }: Books, id: string | undefined) {
  const contact = contacts[id ?? ""];
  if (!contact) return {};
  const { id: ContactID, name: Name } = contact;
  return { Contact: { ContactID, Name, ...NO_DETAILS, HasValidationErrors: false } };
}

function accountField({ accounts }: Books, id: string) {
  const { code, name } = accounts[id] ?? {};
  return { AccountID: id, ...(code ? { Code: code } : {}), Name: name };
}
