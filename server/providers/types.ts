/**
 * What the product asks of a provider, by capability: a payment source knows payouts, a ledger knows
 * payments and takes deposits. No interface has a method that only one provider could answer.
 *
 * Money in minor units, dates `YYYY-MM-DD`. Every method may throw {@link ProviderError}; every call
 * has a time-out.
 */
import type { LineKind } from "@/lib/contracts/deposits";

export type ProviderId = "stripe" | "quickbooks" | "authorizenet";

/**
 * The sealed credentials of one integration. `renew` runs under a lock that holds across instances: it
 * re-reads what is stored, returns that when somebody else renewed `stale` meanwhile, and otherwise
 * stores what `exchange` returns before anybody uses it.
 */
export interface CredentialStore<C> {
  current(): Promise<C>;
  renew(stale: C, exchange: (latest: C) => Promise<C>): Promise<C>;
}

/** What connecting yields: the account, and the credentials to seal. */
export interface Connection {
  externalAccountId: string;
  displayName: string;
  livemode: boolean;
  /** ISO 4217 of the account's default or home currency. */
  currency: string;
  /** Serializable; sealed before it is stored. */
  credentials: unknown;
}

// ------------------------------------------------------------ payment source

export type PayoutStatus = "pending" | "in_transit" | "paid" | "failed" | "canceled";

export interface SourcePayout {
  providerId: string;
  status: PayoutStatus;
  /** When it reaches the bank. */
  date: string;
  /** Net, signed, minor units; null where only the lines tell it. */
  amount: number | null;
  currency: string;
  description: string;
  /** False where the source cannot say what is inside: the payout then has no lines. */
  itemized: boolean;
  /** False while the source is still putting the list of lines together: come again later. */
  complete: boolean;
  /** The payout that took this one back from the bank, where the source tells. */
  reversedBy?: string;
  raw: unknown;
}

export interface SourceLine {
  providerId: string;
  kind: LineKind;
  /** What the source called it; kept when it is unknown to us. */
  providerKind: string;
  date: string;
  gross: number;
  fee: number;
  /** gross − fee. The net of all lines is the payout's amount. */
  net: number;
  currency: string;
  feePredicted: boolean;
  description: string;
  customerName: string;
  customerEmail: string;
  /** Every id and number that the books may carry, separated by spaces. */
  reference: string;
  raw: unknown;
}

export interface PaymentSource {
  /** False where the processor doesn't know its fees: they are predicted from the settings. */
  tellsFees: boolean;
  /** Of how many payouts the lines may be read at the same time; one unless told otherwise. */
  readsAtOnce?: number;
  /**
   * Payouts created at or after `since` (unix seconds; absent: all), page by page, newest first.
   * Duplicates across pages are possible when payouts arrive meanwhile; the caller keys by providerId.
   */
  payouts(credentials: CredentialStore<unknown>, since?: number): AsyncIterable<SourcePayout[]>;
  /** All lines of an itemized payout, every page read. The payout's own entry is not among them. */
  lines(credentials: CredentialStore<unknown>, payout: SourcePayout): Promise<SourceLine[]>;
}

// ------------------------------------------------------------ ledger

export type LedgerPaymentKind = "Payment" | "SalesReceipt" | "RefundReceipt";

export interface LedgerPaymentRecord {
  kind: LedgerPaymentKind;
  providerId: string;
  date: string;
  /** Signed, minor units: refund receipts are negative. */
  amount: number;
  currency: string;
  customerName: string;
  customerId: string;
  customerEmail: string;
  referenceNumber: string;
  note: string;
  /** In Undeposited Funds and on no Deposit: may be matched. */
  open: boolean;
  /** Id of the Deposit it is on, when it is on one. */
  depositedOn: string | null;
  raw: unknown;
}

export interface LedgerAccount {
  id: string;
  name: string;
  /** "current_asset" is what a clearing account is. */
  type: "bank" | "expense" | "current_asset" | "other";
  currency: string;
}

/** A Deposit to be created. The sum of all amounts is `total`. */
export interface DepositDraft {
  bankAccountId: string;
  date: string;
  currency: string;
  /** Names the payout: how the Deposit is found again. */
  note: string;
  total: number;
  payments: { kind: LedgerPaymentKind; providerId: string; amount: number }[];
  /** Fees, refunds, disputes, adjustments: signed amounts on an account. */
  entries: { amount: number; accountId: string; description: string }[];
}

export interface LedgerDeposit {
  id: string;
  date: string;
  total: number;
  currency: string;
  note: string;
  payments: { kind: string; providerId: string }[];
}

export interface LedgerPaymentRef {
  kind: LedgerPaymentKind;
  providerId: string;
}

/** One page of a walk through the ledger's payments. */
export interface LedgerPage {
  payments: LedgerPaymentRecord[];
  /** Deleted in the ledger since. */
  deleted: LedgerPaymentRef[];
  /** The walk reads everything: what it does not meet is no longer there. */
  everything: boolean;
  /** On the first page: the ledger's own time as the walk began (ISO instant), where it tells. */
  asOf?: string;
}

export interface Ledger {
  /**
   * Every payment that could be matched or was deposited, page by page. `since`: changed at or after
   * (ISO instant); where the ledger can't tell what changed, the walk reads everything and says so.
   */
  payments(credentials: CredentialStore<unknown>, since?: string): AsyncIterable<LedgerPage>;
  accounts(credentials: CredentialStore<unknown>): Promise<LedgerAccount[]>;
  /** The present state of single payments, read just before posting. Unknown ids are left out. */
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
  /** The same `requestId` never makes a second Deposit. */
  createDeposit(
    credentials: CredentialStore<unknown>,
    draft: DepositDraft,
    requestId: string,
  ): Promise<LedgerDeposit>;
  /** The present state of single Deposits. Those that do not exist (any more) are left out. */
  readDeposits(credentials: CredentialStore<unknown>, ids: string[]): Promise<LedgerDeposit[]>;
  /** Null when it does not exist (any more). */
  readDeposit(credentials: CredentialStore<unknown>, id: string): Promise<LedgerDeposit | null>;
  /** Deleting what is gone already is fine. */
  deleteDeposit(credentials: CredentialStore<unknown>, id: string): Promise<void>;
}

// ------------------------------------------------------------ webhook

/** Something happened in an account at the provider: a sync would find it. */
export interface WebhookEvent {
  /** The provider's own; a redelivery has the same. */
  id: string;
  /** As {@link Connection.externalAccountId}; null where neither event nor secret says whose it is. */
  externalAccountId: string | null;
  at: Date;
}

export interface Webhook {
  /**
   * What a delivery tells that a sync would care about; empty when nothing of it.
   * @throws WebhookRefusedError when it is not signed by the provider, too old, or unreadable, and
   *   when no secret is set.
   */
  verify(body: Uint8Array, headers: Headers): Promise<WebhookEvent[]>;
}

// ------------------------------------------------------------ provider

/** Connect by typing a secret. */
export interface KeyConnect {
  kind: "key";
  /** Checks the secrets with the provider. @throws ProviderError when they are refused. */
  connect(secrets: Record<string, string>): Promise<Connection>;
}

/** Connect by sending the browser away and back. */
export interface RedirectConnect {
  kind: "redirect";
  authorizationUrl(state: string, redirectUri: string): string;
  /** Exchanges what came back. `state` was checked by the caller. */
  exchange(callback: { code: string; realmId?: string; redirectUri: string }): Promise<Connection>;
  /** Tells the provider that we are gone. Best effort of the caller. */
  revoke(credentials: CredentialStore<unknown>): Promise<void>;
}

/** Access that ends by itself. */
export interface EndingAccess {
  /** When: unless it is used before (`idle`), and used or not (`final`); null where that is not told. */
  ends(credentials: unknown): { idle: Date | null; final: Date | null };
  /** Uses it, so that its idle time begins again. */
  keepAlive(credentials: CredentialStore<unknown>): Promise<void>;
}

export interface Provider {
  id: ProviderId;
  /** "Stripe", "QuickBooks", "Authorize.Net". */
  name: string;
  keyConnect?: KeyConnect;
  redirectConnect?: RedirectConnect;
  endingAccess?: EndingAccess;
  source?: PaymentSource;
  ledger?: Ledger;
  webhook?: Webhook;
}
