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
  const more = { Addresses: [], Phones: [], ContactGroups: [], ContactPersons: [] };
  return {
    ContactID: contact.id,
    ContactStatus: contact.status,
    Name: contact.name,
    ...(contact.email ? { EmailAddress: contact.email } : {}),
    ...(detail === "summary" ? {} : more),
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
  const payments = paymentsOf(books, invoice).map((payment) => ({
    PaymentID: payment.id,
    Date: wireDate(books, payment.date),
    Amount: wireAmount(books, payment.amount, currency),
    ...(payment.reference ? { Reference: payment.reference } : {}),
    CurrencyRate: wireDecimal(books, payment.rate),
    HasAccount: false,
    HasValidationErrors: false,
  }));
  return {
    Type: invoice.type,
    InvoiceID: invoice.id,
    InvoiceNumber: invoice.number,
    Reference: invoice.reference ?? "",
    ...(detail === "summary" ? {} : { Payments: payments, CreditNotes: [] }),
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
  };
}

export function presentedCreditNote(books: Books, note: Invoice, detail: Detail) {
  return {
    Type: note.type,
    CreditNoteID: note.id,
    CreditNoteNumber: note.number,
    Reference: note.reference ?? "",
    RemainingCredit: wireAmount(books, dueOf(books, note), note.currency),
    CurrencyRate: wireDecimal(books, note.rate),
    HasAttachments: false,
    Allocations: [],
    ...documentFields(books, note, detail),
  };
}

export function presentedPayment(books: Books, payment: Payment) {
  const invoice = books.invoices[payment.document];
  const note = books.creditNotes[payment.document];
  const document = invoice ?? note;
  const account = books.accounts[payment.account];
  const currency = document?.currency ?? books.baseCurrency;
  const of = {
    Type: document?.type,
    ...(invoice ? { InvoiceID: invoice.id, InvoiceNumber: invoice.number } : {}),
    ...(note ? { CreditNoteID: note.id, CreditNoteNumber: note.number } : {}),
    ...contactField(books, document?.contact),
    ...(invoice ? { IsDiscounted: false, HasErrors: false } : {}),
    CurrencyCode: currency,
  };
  return {
    PaymentID: payment.id,
    ...(payment.batch ? { BatchPaymentID: payment.batch } : {}),
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
    ...(invoice ? { Invoice: of } : { CreditNote: of }),
    HasValidationErrors: false,
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
    CurrencyRate: wireDecimal(books, transaction.rate),
    HasAttachments: false,
    ...documentFields(books, transaction, detail),
  };
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
  };
}

/** The two sides of a transfer have no contact. */
function contactField({ contacts }: Books, id: string | undefined) {
  const contact = contacts[id ?? ""];
  return contact ? { Contact: { ContactID: contact.id, Name: contact.name } } : {};
}

function accountField({ accounts }: Books, id: string) {
  const { code, name } = accounts[id] ?? {};
  return { AccountID: id, ...(code ? { Code: code } : {}), Name: name };
}
