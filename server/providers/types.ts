/**
 * What the product needs of a provider, by capability: a payment source has payouts, a ledger has
 * payments and accepts deposits. Every method of an interface applies to all of its providers.
 * Money in minor units, dates `YYYY-MM-DD`. Every method may throw {@link ProviderError}; every call has
 * a time-out.
 */
import type { LineKind, PaidBy, PayoutStatus } from "@/lib/constants/deposits";
import type { CompanyPlace } from "@/lib/country-habits";
import type { ProviderId } from "@/lib/providers/list";
import type { CustomerProfile } from "@/matching/engine/customer-profile";
import type { CredentialStore, Reader } from "@/server/providers/credential-store";
import type { ProviderError } from "@/server/providers/errors";
import type { Ledger } from "@/server/providers/ledger";

/** The result of connecting: the account, and the credentials to seal. */
export interface Connection {
  externalAccountId: string;
  /** The provider doesn't say whose the credentials are: the id is that of the credentials. */
  isAnonymous?: true;
  displayName: string;
  livemode: boolean;
  /** ISO 4217 code of the account's default or home currency; null where the provider doesn't say. */
  currency: string | null;
  /** Of a ledger: where its company is. */
  place?: CompanyPlace;
  /** Serializable; sealed before it is stored. */
  credentials: unknown;
}

/** What a consent to several accounts gave: one of them has to be chosen. */
export interface SeveralAccounts {
  accounts: { id: string; name: string }[];
  /** Serializable; sealed while it is kept. */
  access: unknown;
}

// ------------------------------------------------------------ payment source

export interface SourcePayout {
  providerId: string;
  status: PayoutStatus;
  /** The date it reaches the bank. */
  date: string;
  /** Net, signed, minor units; null where only the lines contain it. */
  amount: number | null;
  currency: string;
  description: string;
  /** False where the source cannot list the contents: the payout then has no lines. */
  itemized: boolean;
  /** False while the source is still assembling the lines: read them later. */
  complete: boolean;
  /** What an incomplete one waits for, for the user: a sentence without its end. */
  waitsFor?: string;
  /** The source's own name of a state that we don't know: nothing waits for it to end. */
  unknownState?: string;
  /** The payout that reversed this one, where the source names it. */
  reversedBy?: string;
  /** What the bank calls the transfer. */
  traceId?: string;
  /** ISO 4217 code of the bank account's currency, where it is another one than the payout's. */
  bankCurrency?: string;
  /** How its payments were made, where that decides when the money reaches the bank: `date` is then the settlement's. */
  paidBy?: PaidBy;
  raw: unknown;
}

/** A payment of a stored payout that the customer's bank has returned since. */
export interface ReturnedLine {
  providerId: string;
  /** The source's own name for it: "returnedItem". */
  returnedAs: string;
}

/** A number, and the field of the source that has it: "metadata.order_id". */
export interface FieldNumber {
  field: string;
  value: string;
}

export interface SourceLine {
  providerId: string;
  kind: LineKind;
  /** The source's own name for the kind; kept when we do not know it. */
  providerKind: string;
  date: string;
  gross: number;
  fee: number;
  /** gross − fee, signed, minor units. The nets of all lines add up to the payout's amount. */
  net: number;
  currency: string;
  feePredicted: boolean;
  /** A charge that was returned later: it counts in its payout, and its return elsewhere. */
  returnedAs?: string;
  /** The payout that it was paid out with at first, which did not stay at the bank. */
  firstPaidIn?: string | undefined;
  /** As {@link SourcePayout.paidBy}, for this line alone. */
  paidBy?: PaidBy;
  description: string;
  customerName: string;
  customerEmail: string;
  /** Null where nothing is known. */
  customer: CustomerProfile | null;
  /** Every id of the processor's that the books may carry, separated by spaces. */
  reference: string;
  /** The shop's own numbers, by the field that has them: of invoices and orders. */
  numbers?: FieldNumber[];
  /** The processor's id of the charge that it belongs to, also of a refund, dispute or return. */
  chargeId?: string;
  /** What the customer paid, signed and in minor units of its currency, where the processor converted it. */
  paid?: { amount: number; currency: string } | undefined;
  raw: unknown;
}

/** What moved, or may have moved, the account's balance in one currency. Minor units. */
export interface BalanceTransaction {
  /** Unique in the account. */
  key: string;
  /** The source's own id; several may share it. */
  providerId: string;
  /** The source's own name of the kind. */
  kind: string;
  /** The source's own. */
  status: string;
  currency: string;
  /** Signed, without the fee. */
  amount: number;
  /** Signed: negative on a sale. What moved the balance is `amount + fee`. */
  fee: number;
  /** The spendable balance after it; null where the source doesn't say. */
  balance: number | null;
  happenedAt: Date;
  /** When the source last changed it; null where it doesn't say. */
  changedAt: Date | null;
  /** Id of the transaction that it belongs to; empty where there is none. */
  reference: string;
}

/** A transaction as it is kept, with what only its line needs. */
export type DetailedTransaction = BalanceTransaction & { details: unknown };

/** The transactions of one account, kept between syncs, of a source that lists no payouts. */
export interface TransactionStore {
  /** The time that they cover; null before the first read. */
  covered(): Promise<{ from: Date; until: Date } | null>;
  /** Adds new ones, updates those that changed, and sets what they cover now. */
  keep(
    transactions: readonly DetailedTransaction[],
    covered: { from: Date; until: Date },
  ): Promise<void>;
  /** All, by moment and then in the order received. */
  list(): Promise<BalanceTransaction[]>;
  /** Those with one of these ids of the source. */
  detailed(providerIds: readonly string[]): Promise<DetailedTransaction[]>;
}

/** The account that a source reads, and what the caller knows of it. */
export interface SourceAccount {
  /** The company's: a payout or line whose source says a moment is dated by the day that it was there. */
  timeZone: string;
  transactions: TransactionStore;
}

export interface PaymentSource {
  /** How many payouts' lines may be read in parallel; default one. */
  readsAtOnce?: number;
  /**
   * Payouts created at or after `since` (unix seconds; absent: all), page by page, newest first. Pages
   * may repeat payouts when new ones arrive during the read; the caller keys by providerId.
   */
  payouts(
    credentials: CredentialStore<unknown>,
    since: number | undefined,
    account: SourceAccount,
  ): AsyncIterable<SourcePayout[]>;
  /** All lines of an itemized payout that {@link payouts} gave, from all pages, without the payout's own entry. */
  lines(
    credentials: CredentialStore<unknown>,
    payout: SourcePayout,
    account: SourceAccount,
  ): Promise<SourceLine[]>;
  /**
   * Whether the account has a payout. Of sources whose credentials may not say which account they open; ids of payouts
   * are unique among all accounts.
   */
  hasPayout?(credentials: unknown, providerId: string): Promise<boolean>;
  /**
   * Payments in a payout that were returned, where the source changes them in place instead of listing the return in
   * a later payout. @param raw as the payout was stored.
   */
  returned?(credentials: CredentialStore<unknown>, raw: unknown): Promise<ReturnedLine[]>;
  /** {@link SourceLine.paidBy} of a line that is stored. @param raw as it was stored. */
  linePaidBy?(raw: unknown): PaidBy | undefined;
}

// ------------------------------------------------------------ webhook

/** A change in an account at the provider that a sync would read. */
export interface WebhookEvent {
  /** The provider's own id; a redelivery has the same. */
  id: string;
  /** As {@link Connection.externalAccountId}; null where neither event nor secret names the account. */
  externalAccountId: string | null;
  at: Date;
}

export interface Webhook {
  /**
   * The events of a delivery that require a sync; empty when none does.
   * @throws WebhookRefusedError when the signature is invalid or too old, the body is unreadable, or no
   * secret is configured.
   */
  verify(body: Uint8Array, headers: Headers): Promise<WebhookEvent[]>;
}

// ------------------------------------------------------------ provider

/** Connects by typed secrets. */
export interface KeyConnect {
  kind: "key";
  /** Verifies the secrets with the provider. @throws ProviderError when they are refused. */
  connect(secrets: Record<string, string>): Promise<Connection>;
  /** Why the provider refused them, in words for the user; undefined for other causes. */
  explain(error: ProviderError): string | undefined;
}

/** Connects by redirecting the browser to the provider. */
export interface RedirectConnect {
  kind: "redirect";
  authorizationUrl(state: string, redirectUri: string): string;
  /** Why the provider would not redirect to an address, in words for the operator; undefined where it would. */
  refusesAddress?(redirectUri: string): string | undefined;
  /** Exchanges the callback's parameters. The caller has verified `state`. @param callback.reader who connects. */
  exchange(callback: {
    code: string;
    realmId?: string | undefined;
    redirectUri: string;
    reader: Reader;
  }): Promise<Connection | SeveralAccounts>;
  /** Connects one of {@link SeveralAccounts}. @param access as {@link exchange} gave it. */
  choose?(access: unknown, accountId: string): Promise<Connection>;
  /** Ends the access to those of {@link SeveralAccounts} that nothing uses. */
  giveBack?(access: unknown, accountIds: readonly string[]): Promise<void>;
  /** Why the provider refused the callback, in words for the user; undefined for other causes. */
  explain?(error: ProviderError): string | undefined;
  /** Revokes the connection at the provider. Callers treat it as best effort. */
  revoke(credentials: CredentialStore<unknown>): Promise<void>;
}

/** Access that expires unless it is used. */
interface EndingAccess {
  /**
   * The end of access: unless it is used before (`idle`), and regardless of use (`final`); null where
   * unknown.
   */
  ends(credentials: unknown): { idle: Date | null; final: Date | null };
  /** Uses the access, which restarts its idle time. */
  keepAlive(credentials: CredentialStore<unknown>): Promise<void>;
}

export interface Provider {
  id: ProviderId;
  keyConnect?: KeyConnect;
  redirectConnect?: RedirectConnect;
  endingAccess?: EndingAccess;
  source?: PaymentSource;
  ledger?: Ledger;
  webhook?: Webhook;
}
