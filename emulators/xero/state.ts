import { createHash } from "node:crypto";
import type { CalendarDate } from "@/lib/dates";
import { type Mint, mintId } from "../mint";

export const COUNTRIES = ["NZ", "UK", "AU", "US"] as const;
export type Country = (typeof COUNTRIES)[number];

export interface Account {
  id: string;
  /** Bank accounts may have none. */
  code?: string;
  name: string;
  type: string;
  class: string;
  status: "ACTIVE" | "ARCHIVED";
  taxType: string;
  enablePayments: boolean;
  /** Of a bank account. */
  bankType?: string;
  currency?: string;
  system?: string;
  updated: string;
}

export interface TaxRate {
  type: string;
  name: string;
  /** Percent. */
  rate: number;
  appliesTo: readonly string[];
}

export interface Contact {
  id: string;
  name: string;
  email?: string;
  status: "ACTIVE" | "ARCHIVED";
  isCustomer: boolean;
  isSupplier: boolean;
  updated: string;
}

export interface TrackingCategory {
  id: string;
  name: string;
  options: { id: string; name: string }[];
}

export type AmountTypes = "Exclusive" | "Inclusive" | "NoTax";

/** Amounts in minor units; the unit amount is the decimal that was sent. */
export interface Line {
  id: string;
  description?: string;
  quantity: number;
  unitAmount: number;
  /** Account id. */
  account: string;
  taxType: string;
  tax: number;
  amount: number;
  tracking: { category: string; option: string }[];
}

interface Document {
  id: string;
  date: CalendarDate;
  reference?: string;
  status: string;
  /** ISO 8601. */
  updated: string;
}

interface Lined {
  currency: string;
  rate: number;
  amountTypes: AmountTypes;
  lines: Line[];
}

export interface Invoice extends Document, Lined {
  /** ACCREC or ACCPAY; of a credit note ACCRECCREDIT or ACCPAYCREDIT. */
  type: string;
  number: string;
  contact: string;
  dueDate: CalendarDate;
  url?: string;
}

export interface Payment extends Document {
  type: "ACCRECPAYMENT" | "ACCPAYPAYMENT" | "ARCREDITPAYMENT" | "APCREDITPAYMENT";
  /** Invoice or credit note. */
  document: string;
  account: string;
  /** Minor units of the document's currency, and of the account's. */
  amount: number;
  bankAmount: number;
  rate: number;
  reconciled: boolean;
  batch?: string;
}

export interface BankTransaction extends Document, Lined {
  type: string;
  contact?: string;
  bankAccount: string;
  url?: string;
  reconciled: boolean;
  /** The transfer that it is a side of. */
  transfer?: string;
  /** The overpayment or prepayment that it made. */
  credit?: string;
}

export interface BankTransfer extends Document {
  from: string;
  to: string;
  amount: number;
  fromTransaction: string;
  toTransaction: string;
  created: string;
}

/** How an organisation, or Xero, may behave. `companyInput` says what each means. */
export interface Behaviour {
  listsTransfers: boolean;
  transferDeletes: "taken" | "refused";
  reconciledChanges: "refused" | "taken";
  decimals: "numbers" | "strings";
  dates: "offset" | "plain";
  adviser: boolean;
  multicurrency: boolean;
  tier: "starter" | "core";
  lacksScopes: string[];
}

export interface Books {
  organisationId: string;
  name: string;
  country: Country;
  baseCurrency: string;
  /** A Windows name without spaces. */
  timezone: string;
  periodLockDate?: CalendarDate;
  endOfYearLockDate?: CalendarDate;
  founded: string;
  currencies: string[];
  accounts: Record<string, Account>;
  taxRates: TaxRate[];
  tracking: TrackingCategory[];
  contacts: Record<string, Contact>;
  invoices: Record<string, Invoice>;
  creditNotes: Record<string, Invoice>;
  payments: Record<string, Payment>;
  bankTransactions: Record<string, BankTransaction>;
  bankTransfers: Record<string, BankTransfer>;
  nextNumber: number;
  behaviour: Behaviour;
}

export interface Connection {
  id: string;
  tenantId: string;
  tenantType: "ORGANISATION" | "PRACTICE";
  tenantName: string;
  authEventId: string;
  createdDateUtc: string;
  updatedDateUtc: string;
}

export interface XeroState extends Mint {
  clientId: string;
  clientSecret: string;
  today: CalendarDate;
  /** The organisation that connects, among `books`. */
  tenantId: string;
  books: Record<string, Books>;
  /** How many organisations one consent connects. */
  connects: "one" | "both";
  /** Apps made before March 2026 may ask for the broad scopes. */
  scopes: "granular" | "broad";
  /** How X-Rate-Limit-Problem names each limit. */
  limitWords: Record<"minute" | "day" | "appminute" | "concurrent", string>;
  /** Before a limit is reached, and when that starts afresh; absent while nothing is to run out. */
  callsLeft: Partial<Record<"minute" | "day", { left: number; until: number }>>;
  connections: Connection[];
  codes: Record<string, Code>;
  accessTokens: Record<string, { expiresAt: number; scopes: string[] }>;
  refreshTokens: Record<string, Grant & { expiresAt: number }>;
  /** First answers by idempotency key. */
  replies: Record<
    string,
    { request: string; at: number; status: number; type: string; body: string }
  >;
}

export interface Grant {
  scopes: string[];
  authEventId: string;
  /** The app has no secret. */
  pkce: boolean;
}

interface Code extends Grant {
  redirectUri: string;
  challenge?: string;
  expiresAt: number;
  used: boolean;
}

/** What a call needs to know besides its books. */
export interface Desk {
  state: XeroState;
  books: Books;
  /** The time by the emulators' clock. */
  now: Date;
}

/** A new id in the form of a UUID. */
export function mintUuid(mint: Mint): string {
  mint.minted += 1;
  const hash = createHash("sha256").update(`xero:${mint.seed}:${mint.minted}`).digest("hex");
  const variant = "89ab".charAt(Number.parseInt(hash.charAt(16), 16) % 4);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `4${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ].join("-");
}

/** An app that is connected to nothing yet, and no books. */
export function newXeroState(seed: number, today: CalendarDate): XeroState {
  // A sequence of its own: the ids of the other emulators stay what they were.
  const mint: Mint = { seed, minted: 0 };
  const clientId = mintId(mint, "", 32).toUpperCase();
  const clientSecret = mintId(mint, "", 48);
  const tenantId = mintUuid(mint);
  return {
    ...mint,
    clientId,
    clientSecret,
    today,
    tenantId,
    books: {},
    connects: "one",
    scopes: "granular",
    limitWords: { minute: "minute", day: "day", appminute: "appminute", concurrent: "concurrent" },
    callsLeft: {},
    connections: [],
    codes: {},
    accessTokens: {},
    refreshTokens: {},
    replies: {},
  };
}

/** The organisation that connects. */
export function mainBooks(state: XeroState): Books {
  const books = state.books[state.tenantId];
  if (!books) throw new Error("the organisation was never founded");
  return books;
}
