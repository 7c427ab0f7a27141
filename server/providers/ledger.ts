/**
 * What the product needs of a ledger: payments and invoices to read, Deposits and payments to write. Money in
 * minor units, dates `YYYY-MM-DD`. Every method may throw ProviderError; every call has a time-out.
 */
import type { AccountGroup } from "@/lib/constants/bookings";
import type { CreatedPaymentKind, LedgerPaymentKind } from "@/lib/constants/payments";
import type { CustomerProfile } from "@/matching/engine/customer-profile";
import type { CredentialStore } from "@/server/providers/credential-store";

/** Where ledgers differ in what they can do. */
export interface LedgerCapabilities {
  /**
   * How payments leave the account that they wait in. "linked": the Deposit names each of them, or takes it out of a chosen
   * account by a line of its own. "clearing": they stay as they are, and their account gives up their sum.
   */
  payments: "linked" | "clearing";
  /** A payout below zero. "balanced": as a Deposit of zero, with a clearing account. "posted": as it is. */
  belowZero: "balanced" | "posted";
  /** Where money without an invoice can be recorded: wherever payments wait, or in bank accounts only. */
  receipts: "anywhere" | "banks";
  /** What a payment pays: several invoices, with a credit that is left over; or one, with its whole amount. */
  paidInvoices: "several" | "one";
}

export interface LedgerPaymentRecord {
  kind: LedgerPaymentKind;
  providerId: string;
  date: string;
  /** Signed, minor units: refund receipts are negative. */
  amount: number;
  currency: string;
  /** What the books have it at in their own currency, minor units; null where that is its currency, or not said. */
  worth?: { amount: number; currency: string } | null;
  customerName: string;
  customerId: string;
  customerEmail: string;
  /** Null where the payment names no customer, or the customer was not looked up. */
  customer: CustomerProfile | null;
  referenceNumber: string;
  note: string;
  /** The ledger's name for the way of payment: "Check". Empty where it names none. */
  paymentMethod: string;
  /** The invoices that it is applied to. Null where the ledger doesn't say: a sale is no payment of one. */
  appliedTo: AppliedInvoice[] | null;
  /** In Undeposited Funds and on no Deposit, so it may be matched. */
  open: boolean;
  /** Id of its Deposit; null when it is on none. */
  depositedOn: string | null;
  /** Id of the account that it went to instead of Undeposited Funds. */
  bookedTo: string | null;
  raw: unknown;
}

/** The ledger's id of an invoice, and the number that the customer sees where the payment names it. */
export interface AppliedInvoice {
  id: string;
  number?: string;
}

export interface LedgerAccount {
  id: string;
  name: string;
  /** A clearing account is a "current_asset". */
  type: "bank" | "expense" | "current_asset" | "other";
  /** Where the ledger's chart of accounts lists it. */
  group: AccountGroup;
  currency: string;
  /** Customers' payments can be booked to it, and moved from there to the bank: money that is neither spent nor owed. */
  holdsPayments: boolean;
}

/**
 * Why an account can't take a line of a Deposit: payments wait in it, it belongs to customers or suppliers,
 * it was closed, or the ledger has no such account.
 */
export type UnpostableReason = "undeposited" | "receivable" | "inactive" | "unknown";

/** How the ledger's company keeps its books. */
export interface CompanyFacts {
  /** ISO 3166-1 alpha-2; "ZZ" where the ledger names none, and it isn't the United States. */
  country: string;
  multicurrency: boolean;
  /** The last day of the closed period; null while every day is open. */
  closedUntil: string | null;
  tracksClasses: boolean;
  tracksLocations: boolean;
  /** Sales carry a tax code: the company turned its tax on. */
  chargesTax: boolean;
  /** What the addresses of its pages name the company by; null where they don't, or it isn't known yet. */
  shortCode: string | null;
}

/** A Deposit to create. The amounts of payments and entries add up to `total`. */
export interface DepositDraft {
  bankAccountId: string;
  /** Where its payments wait, in a ledger that clears an account instead of linking payments. */
  clearingAccountId?: string | undefined;
  date: string;
  currency: string;
  /** Identifies the payout, so that the Deposit can be found later. */
  note: string;
  /** Who keeps the fees, where the books name someone for money that is spent: "PayPal". */
  processor?: string | undefined;
  total: number;
  payments: DepositDraftPayment[];
  /** Fees, refunds, disputes, adjustments: signed amounts on an account. */
  entries: DepositDraftEntry[];
  /** Of the entries, in books whose lines carry one; absent: no tax applies. */
  taxCodeId?: string | undefined;
  locationId?: string | undefined;
}

export interface DepositDraftPayment extends LedgerPaymentRef {
  amount: number;
  /**
   * The line that takes it out of the account that it was booked to instead of Undeposited Funds, without tax: such a
   * payment can't be linked.
   */
  line?: Pick<DepositDraftEntry, "accountId" | "description" | "customerId"> | undefined;
}

export interface DepositDraftEntry {
  amount: number;
  accountId: string;
  description: string;
  customerId?: string | undefined;
  classId?: string | undefined;
  paymentMethodId?: string | undefined;
}

/** What records a payout in the ledger, be it one transaction or several. */
export interface LedgerDeposit {
  /** Of several transactions, all of their ids. */
  id: string;
  date: string;
  total: number;
  currency: string;
  note: string;
  /** The account that it went to, and its name; empty where the ledger does not say. */
  bankId: string;
  bankName: string;
  payments: { kind: string; providerId: string }[];
  /** What it holds besides the payments; their amounts and the payments' own add up to `total`. */
  entries: LedgerDepositEntry[];
  /** Of several transactions, some are there so far: createDeposit completes it, and it records no payout yet. */
  isPartial?: true;
}

export interface LedgerDepositEntry {
  /** Signed, minor units. */
  amount: number;
  /** Empty where the ledger names none. */
  accountId: string;
  accountName: string;
  customerName: string;
  className: string;
  description: string;
}

export interface LedgerPaymentRef {
  kind: LedgerPaymentKind;
  providerId: string;
}

export interface CreatedPaymentRef extends LedgerPaymentRef {
  kind: CreatedPaymentKind;
}

/** A payment or receipt to create. Amounts in minor units. */
export interface PaymentDraft {
  kind: CreatedPaymentKind;
  /** Where it waits, in a ledger without Undeposited Funds. */
  accountId?: string | undefined;
  date: string;
  /** Positive, also of a refund receipt; tax included. */
  amount: number;
  currency: string;
  /** Null only where a receipt has no customer. */
  customerId: string | null;
  /** The processor's id of the charge; the ledger may shorten it, the note holds the whole id. */
  referenceNumber: string;
  /** Its last word is the marker by which the object is found again: our request id. */
  note: string;
  /** Of a payment: what it is applied to; the rest stays as the customer's credit. */
  invoices: { id: string; amount: number }[];
  /** Of a receipt: product or service, tax code, class. */
  itemId: string | null;
  taxCodeId: string | null;
  classId: string | null;
  /** Of a receipt's only line. */
  description: string;
}

/** A product or service that a receipt can sell. */
export interface LedgerItem {
  id: string;
  name: string;
  /** As the ledger names it: "Service", "Inventory". */
  type: string;
  /** The name of the account that its sales are booked to; empty where the ledger names none. */
  incomeAccount: string;
}

/** A tax code, class, location or way of payment. */
export interface LedgerListEntry {
  id: string;
  name: string;
}

/** A customer to choose. */
export interface FoundCustomer {
  id: string;
  name: string;
  email: string;
}

/** A customer with the ledger's id, which payments carry as `customerId`. */
export type LedgerCustomer = CustomerProfile & { id: string };

/** The caller's stored customers by the ledger's ids. Unknown ids are left out. */
export type StoredCustomers = (ids: string[]) => Promise<LedgerCustomer[]>;

/** What the caller has stored, which spares the ledger calls. */
export interface StoredRows {
  /** Of customers that did not change since. */
  customers?: StoredCustomers | undefined;
  /** Payments that were on any of these Deposits: otherwise there is no telling what an edited or deleted one released. */
  paymentsOn?: (depositIds: string[]) => Promise<LedgerPaymentRef[]>;
  /** Lines of these journal entries: otherwise there is no telling what an edited or deleted one no longer has. */
  linesOf?: (journalEntryIds: string[]) => Promise<LedgerPaymentRef[]>;
}

/** One page of a walk through the ledger's payments. */
export interface LedgerPage {
  payments: LedgerPaymentRecord[];
  /** Customers changed in the ledger since, whether or not a payment names them. */
  customers?: LedgerCustomer[];
  /** Deleted in the ledger since. */
  deleted: LedgerPaymentRef[];
  /** The walk reads everything: a payment it does not return no longer exists. */
  everything: boolean;
  /** Ids of Deposits that were edited or deleted since. */
  changedDeposits?: string[];
  /** On the first page: the ledger's own time at the start of the walk (ISO instant), where available. */
  asOf?: string;
}

/** An invoice that the ledger's company sent to a customer. Amounts in minor units. */
export interface LedgerInvoiceRecord {
  providerId: string;
  /** The number that the customer sees. */
  number: string;
  date: string;
  dueDate: string | null;
  /** 0 once it is voided. */
  total: number;
  /** What is still to be paid. */
  balance: number;
  currency: string;
  customerName: string;
  customerId: string;
  customerEmail: string;
  /** As in {@link LedgerPaymentRecord}. */
  customer: CustomerProfile | null;
  note: string;
}

/** One page of a walk through the ledger's invoices. */
export interface InvoicePage {
  invoices: LedgerInvoiceRecord[];
  /** Ids of those deleted in the ledger since. */
  deleted: string[];
  /** The walk reads all open invoices: one that it does not return is no longer open. */
  everything: boolean;
}

export interface Ledger {
  capabilities: LedgerCapabilities;
  /**
   * The page of a transaction in the ledger, for a user who is signed in there; "" for what has none, as for what is in
   * other books. No call.
   * @param kind "Deposit" for the id of a {@link LedgerDeposit}
   * @param shortCode as {@link CompanyFacts} have it
   */
  addressOf(id: string, kind: LedgerPaymentKind | "Deposit", shortCode: string | null): string;
  /** Read anew; what was read before decides for at most ten minutes how a Deposit is sent. */
  companyFacts(credentials: CredentialStore<unknown>): Promise<CompanyFacts>;
  /**
   * Every payment that can be matched or was deposited, page by page. `since`: changed at or after (ISO
   * instant); where the ledger cannot list changes, or `stored` is incomplete, the walk sets `everything`.
   */
  payments(
    credentials: CredentialStore<unknown>,
    since?: string,
    stored?: StoredRows,
  ): AsyncIterable<LedgerPage>;
  /**
   * Every open invoice, page by page. `since`: those made, paid or changed at or after (ISO instant), also
   * when they are open no more; where the ledger cannot list changes, the walk sets `everything`. After
   * {@link payments} with the same credentials object and the same `since`, it uses what that walk has read.
   */
  invoices(
    credentials: CredentialStore<unknown>,
    since?: string,
    stored?: StoredCustomers,
  ): AsyncIterable<InvoicePage>;
  /** The current state of single invoices, read just before a payment is applied. Unknown ids are left out. */
  readInvoices(
    credentials: CredentialStore<unknown>,
    ids: string[],
  ): Promise<LedgerInvoiceRecord[]>;
  /** The active accounts that a Deposit goes to or has lines on. */
  accounts(credentials: CredentialStore<unknown>): Promise<LedgerAccount[]>;
  /** Why an account is not among {@link accounts}. */
  whyUnpostable(
    credentials: CredentialStore<unknown>,
    accountId: string,
  ): Promise<UnpostableReason>;
  /** The current state of single payments, read just before posting. Unknown ids are left out. */
  readPayments(
    credentials: CredentialStore<unknown>,
    refs: LedgerPaymentRef[],
  ): Promise<LedgerPaymentRecord[]>;
  /** Deposits dated `from`…`to` (inclusive). */
  depositsBetween(
    credentials: CredentialStore<unknown>,
    from: string,
    to: string,
  ): Promise<LedgerDeposit[]>;
  /**
   * Idempotent: the same `requestId` never creates a second Deposit, and what an earlier attempt has created of several
   * transactions is found by the draft's note.
   * @param created called with the id so far after each transaction but the last, before the next is sent.
   */
  createDeposit(
    credentials: CredentialStore<unknown>,
    draft: DepositDraft,
    requestId: string,
    created?: (id: string) => Promise<void>,
  ): Promise<LedgerDeposit>;
  /** The current state of single Deposits. Those that no longer exist are left out. */
  readDeposits(credentials: CredentialStore<unknown>, ids: string[]): Promise<LedgerDeposit[]>;
  /** Null when it does not exist. */
  readDeposit(credentials: CredentialStore<unknown>, id: string): Promise<LedgerDeposit | null>;
  /**
   * Idempotent: a Deposit that no longer exists is fine, and is "absent".
   * @param asCreated of a ledger that can't restore it: it is left alone where it differs by now.
   * @param begun called once a part is gone and others are left, where a Deposit is several documents.
   */
  deleteDeposit(
    credentials: CredentialStore<unknown>,
    id: string,
    asCreated?: LedgerDeposit,
    begun?: () => Promise<void>,
  ): Promise<"deleted" | "absent">;
  /**
   * Creates a payment or receipt in Undeposited Funds. Idempotent: the same `requestId` never creates a
   * second one.
   */
  createPayment(
    credentials: CredentialStore<unknown>,
    draft: PaymentDraft,
    requestId: string,
  ): Promise<LedgerPaymentRecord>;
  /** What a creation without an answer may have left: by kind, date, and the marker in the note. */
  findPayment(
    credentials: CredentialStore<unknown>,
    draft: Pick<PaymentDraft, "kind" | "date" | "note">,
  ): Promise<LedgerPaymentRecord | null>;
  /**
   * Deletes what {@link createPayment} made. "changed": it is on a Deposit or no longer what was created, so
   * it was left alone. "absent": it no longer exists.
   */
  deletePayment(
    credentials: CredentialStore<unknown>,
    ref: CreatedPaymentRef,
    asCreated: PaymentDraft,
  ): Promise<"deleted" | "absent" | "changed">;
  /**
   * Creates a customer, or returns the active one of that name. `created`: by this `requestId`, now or in a
   * call whose answer was lost.
   */
  createCustomer(
    credentials: CredentialStore<unknown>,
    customer: { name: string; email: string; currency: string },
    requestId: string,
  ): Promise<{ customer: LedgerCustomer; created: boolean }>;
  /** Active customers whose name, or with an "@" whose email address, contains the text: at most 20. */
  customers(credentials: CredentialStore<unknown>, search: string): Promise<FoundCustomer[]>;
  /** Active products and services that can be sold, without bundles and categories. */
  items(credentials: CredentialStore<unknown>): Promise<LedgerItem[]>;
  /** Active tax codes that a receipt's line can have. */
  taxCodes(credentials: CredentialStore<unknown>): Promise<LedgerListEntry[]>;
  /** Active classes; empty where the company has none. */
  classes(credentials: CredentialStore<unknown>): Promise<LedgerListEntry[]>;
  /** Active locations; empty where the company has none. */
  locations(credentials: CredentialStore<unknown>): Promise<LedgerListEntry[]>;
  /** Active ways of payment. */
  paymentMethods(credentials: CredentialStore<unknown>): Promise<LedgerListEntry[]>;
}
