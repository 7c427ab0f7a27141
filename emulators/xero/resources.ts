import { toDecimal } from "@/lib/money";
import { totalsOf } from "./lines";
import { type Listed, type Served, served } from "./listing";
import { dueOf } from "./payments";
import {
  presentedAccount,
  presentedBankTransaction,
  presentedBankTransfer,
  presentedContact,
  presentedCreditNote,
  presentedInvoice,
  presentedPayment,
} from "./present";
import type {
  Account,
  BankTransaction,
  BankTransfer,
  Books,
  Contact,
  Invoice,
  Payment,
} from "./state";
import type { Fields } from "./where";

interface Dated {
  date: string;
  status: string;
  reference?: string;
  updated: string;
}

const changed = {
  kind: "DateTime" as const,
  of: ({ updated: at }: { updated: string }) => at.slice(0, 19),
};

/** What every document can be filtered by. */
function documentFields<T extends Dated>(): Fields<T> {
  return {
    Date: { kind: "DateTime", of: ({ date }) => `${date}T00:00:00` },
    Status: { kind: "String", of: ({ status }) => status },
    Reference: { kind: "String", of: ({ reference }) => reference },
    UpdatedDateUTC: changed,
  };
}

const money = (amount: number, currency = "NZD") => Number(toDecimal(amount, currency));
const id = (row: { id: string }) => row.id;
const updated = (row: { updated: string }) => row.updated;

const accounts: Listed<Account> = {
  type: "Account",
  rows: (books) => Object.values(books.accounts),
  id,
  updated,
  fields: () => ({
    AccountID: { kind: "Guid", of: id },
    Code: { kind: "String", of: ({ code }) => code },
    Name: { kind: "String", of: ({ name }) => name },
    Type: { kind: "String", of: ({ type }) => type },
    Class: { kind: "String", of: (account) => account.class },
    Status: { kind: "String", of: ({ status }) => status },
    EnablePaymentsToAccount: { kind: "Boolean", of: ({ enablePayments }) => enablePayments },
    CurrencyCode: { kind: "String", of: ({ currency }) => currency },
    UpdatedDateUTC: changed,
  }),
  present: presentedAccount,
};

const contacts: Listed<Contact> = {
  type: "Contact",
  rows: (books, query) => {
    const term = query.get("searchTerm")?.toLowerCase() ?? "";
    const hasArchived = query.get("includeArchived") === "true";
    return Object.values(books.contacts).filter(
      ({ name, email = "", status }) =>
        (status === "ACTIVE" || hasArchived) && `${name}\n${email}`.toLowerCase().includes(term),
    );
  },
  id,
  updated,
  fields: () => ({
    ContactID: { kind: "Guid", of: id },
    Name: { kind: "String", of: ({ name }) => name },
    EmailAddress: { kind: "String", of: ({ email }) => email },
    ContactStatus: { kind: "String", of: ({ status }) => status },
    UpdatedDateUTC: changed,
  }),
  paged: true,
  among: { IDs: id },
  parameters: ["searchTerm", "includeArchived", "summaryOnly"],
  present: presentedContact,
};

function invoiceFields(books: Books): Fields<Invoice> {
  return {
    ...documentFields<Invoice>(),
    Type: { kind: "String", of: ({ type }) => type },
    "Contact.ContactID": { kind: "Guid", of: ({ contact }) => contact },
    "Contact.Name": { kind: "String", of: ({ contact }) => books.contacts[contact]?.name },
    CurrencyCode: { kind: "String", of: ({ currency }) => currency },
    Total: { kind: "Decimal", of: (row) => money(totalsOf(row).total, row.currency) },
  };
}

const invoices: Listed<Invoice> = {
  type: "Invoice",
  rows: (books) => Object.values(books.invoices),
  id,
  updated,
  fields: (books) => ({
    ...invoiceFields(books),
    InvoiceID: { kind: "Guid", of: id },
    InvoiceNumber: { kind: "String", of: ({ number }) => number },
    DueDate: { kind: "DateTime", of: ({ dueDate }) => `${dueDate}T00:00:00` },
    AmountDue: { kind: "Decimal", of: (row) => money(dueOf(books, row), row.currency) },
  }),
  paged: true,
  among: {
    IDs: id,
    Statuses: ({ status }) => status,
    InvoiceNumbers: ({ number }) => number,
    ContactIDs: ({ contact }) => contact,
  },
  parameters: ["summaryOnly", "unitdp"],
  present: presentedInvoice,
};

const creditNotes: Listed<Invoice> = {
  type: "CreditNote",
  rows: (books) => Object.values(books.creditNotes),
  id,
  updated,
  fields: (books) => ({
    ...invoiceFields(books),
    CreditNoteID: { kind: "Guid", of: id },
    CreditNoteNumber: { kind: "String", of: ({ number }) => number },
  }),
  paged: true,
  parameters: ["unitdp"],
  present: presentedCreditNote,
};

const payments: Listed<Payment> = {
  type: "Payment",
  rows: (books) => Object.values(books.payments),
  id,
  updated,
  fields: (books) => ({
    ...documentFields<Payment>(),
    PaymentID: { kind: "Guid", of: id },
    PaymentType: { kind: "String", of: ({ type }) => type },
    "Invoice.InvoiceID": { kind: "Guid", of: ({ document }) => document },
    "Invoice.InvoiceNumber": {
      kind: "String",
      of: ({ document }) => books.invoices[document]?.number,
    },
    "Account.AccountID": { kind: "Guid", of: ({ account }) => account },
    Amount: {
      kind: "Decimal",
      of: ({ amount, document }) =>
        money(amount, (books.invoices[document] ?? books.creditNotes[document])?.currency),
    },
    IsReconciled: { kind: "Boolean", of: ({ reconciled }) => reconciled },
  }),
  paged: true,
  present: presentedPayment,
};

const bankTransactions: Listed<BankTransaction> = {
  type: "BankTransaction",
  rows: ({ bankTransactions: all, behaviour }) =>
    Object.values(all).filter(({ transfer }) => !transfer || behaviour.listsTransfers),
  id,
  updated,
  fields: () => ({
    ...documentFields<BankTransaction>(),
    BankTransactionID: { kind: "Guid", of: id },
    Type: { kind: "String", of: ({ type }) => type },
    "Contact.ContactID": { kind: "Guid", of: ({ contact }) => contact },
    "BankAccount.AccountID": { kind: "Guid", of: ({ bankAccount }) => bankAccount },
    IsReconciled: { kind: "Boolean", of: ({ reconciled }) => reconciled },
    Total: { kind: "Decimal", of: (row) => money(totalsOf(row).total, row.currency) },
  }),
  paged: true,
  among: { References: ({ reference }) => reference },
  parameters: ["unitdp"],
  present: presentedBankTransaction,
};

const bankTransfers: Listed<BankTransfer> = {
  type: "BankTransfer",
  rows: (books, query) =>
    Object.values(books.bankTransfers).filter(
      ({ status }) => status !== "DELETED" || query.get("includeDeleted") === "true",
    ),
  id,
  updated,
  fields: (books) => ({
    ...documentFields<BankTransfer>(),
    BankTransferID: { kind: "Guid", of: id },
    "FromBankAccount.AccountID": { kind: "Guid", of: ({ from }) => from },
    "ToBankAccount.AccountID": { kind: "Guid", of: ({ to }) => to },
    Amount: {
      kind: "Decimal",
      of: ({ amount, from }) => money(amount, books.accounts[from]?.currency),
    },
  }),
  parameters: ["includeDeleted"],
  present: presentedBankTransfer,
};

/** What can be listed and read, by the name in its path. */
export const DOCUMENTS: Record<string, Served> = {
  Accounts: served(accounts),
  Contacts: served(contacts),
  Invoices: served(invoices),
  CreditNotes: served(creditNotes),
  Payments: served(payments),
  BankTransactions: served(bankTransactions),
  BankTransfers: served(bankTransfers),
};
