import { type CalendarDate, toDayNumber } from "@/lib/dates";
import { type Mint, mintId } from "../mint";

export interface Ref {
  value: string;
  name?: string | undefined;
  type?: string | undefined;
}

export interface LinkedTxn {
  TxnId: string;
  TxnType: string;
  TxnLineId?: string;
}

export interface Line {
  Id?: string;
  LineNum?: number;
  Description?: string;
  Amount?: number;
  DetailType?: string;
  LinkedTxn?: LinkedTxn[];
  [detail: string]: unknown;
}

/** One stored object in wire format. Amounts are decimal numbers, as Intuit sends them. */
export interface Entity {
  Id: string;
  SyncToken: string;
  MetaData: { CreateTime: string; LastUpdatedTime: string };
  domain: "QBO";
  sparse: boolean;
  TxnDate?: string;
  TotalAmt?: number;
  CurrencyRef?: Ref;
  CustomerRef?: Ref;
  ParentRef?: Ref;
  DepositToAccountRef?: Ref;
  LinkedTxn?: LinkedTxn[];
  Line?: Line[];
  [field: string]: unknown;
}

const ENTITY_NAMES = [
  "Account",
  "Class",
  "CompanyInfo",
  "CreditMemo",
  "Customer",
  "Department",
  "Deposit",
  "Item",
  "Invoice",
  "JournalEntry",
  "Payment",
  "PaymentMethod",
  "Preferences",
  "RefundReceipt",
  "SalesReceipt",
  "TaxCode",
  "TaxRate",
  "Transfer",
  "Vendor",
] as const;

export type EntityName = (typeof ENTITY_NAMES)[number];

const TRANSACTIONS = new Set<EntityName>([
  "CreditMemo",
  "Deposit",
  "Invoice",
  "JournalEntry",
  "Payment",
  "RefundReceipt",
  "SalesReceipt",
  "Transfer",
]);

/** State of the QuickBooks emulator: one company, and its tokens. */
export interface QuickBooksState {
  realmId: string;
  /** Further realm ids under which the same books are connected. */
  otherRealmIds?: string[];
  homeCurrency: string;
  clientId: string;
  clientSecret: string;
  today: CalendarDate;
  entities: Record<EntityName, Record<string, Entity>>;
  deleted: { name: EntityName; Id: string; at: string }[];
  nextId: { transaction: number; name: number };
  /** First answers by `requestid`, replayed for a repeated request. */
  replies: Record<string, { status: number; body: unknown }>;
  codes: Record<string, { redirectUri: string; expiresAt: number; used: boolean }>;
  accessTokens: Record<string, { expiresAt: number; refreshToken: string }>;
  refreshTokens: Record<string, { expiresAt: number; issuedAt: number }>;
  /** How far its clock is ahead (negative: behind); absent when it is right. */
  clockOffsetMs?: number;
  /** The company takes no line without a tax code, not even where no tax applies. */
  demandsTaxCodes?: boolean;
  /** With which it refuses what is dated in the closed period. */
  closedCode?: "6210" | "5010";
  /** Deposit amounts are without tax even where they are said to contain it: which one QuickBooks does is unproved. */
  depositAmounts?: "gross" | "net";
  /** What it does with another amount on a line than the linked transaction's: refuse it, or take its own. */
  linkedAmounts?: "refused" | "own";
  withoutRate?: string[];
  /** The rate at which it books, whatever a Deposit says. */
  fixedRate?: number;
  /** Of the app's monthly allowance; absent while nothing of it is to run out. */
  readsLeft?: number;
  /** The app's keys are those for production, which Intuit lets redirect to https on a domain only. */
  productionKeys?: boolean;
}

/** The time by the emulator's clock. */
export function clockOf(state: QuickBooksState): Date {
  return new Date(Date.now() + (state.clockOffsetMs ?? 0));
}

/** Every kind of object, none of any kind. */
export function noEntities(): QuickBooksState["entities"] {
  const entities = Object.fromEntries(ENTITY_NAMES.map((name) => [name, {}]));
  return entities as QuickBooksState["entities"];
}

/** A company never moves to another country, so the British one isn't the American one under another name. */
const REALM_IDS: Record<string, string> = { GBP: "9341454112650387" };
const REALM_ID = "9341453908472615";

/** The company whose books are kept in this currency. */
export function realmIdOf(homeCurrency: string): string {
  return REALM_IDS[homeCurrency] ?? REALM_ID;
}

export function newQuickBooksState(
  mint: Mint,
  today: CalendarDate,
  homeCurrency = "USD",
): QuickBooksState {
  return {
    realmId: realmIdOf(homeCurrency),
    homeCurrency,
    clientId: mintId(mint, "ABsandbox", 31),
    clientSecret: mintId(mint, "", 40),
    today,
    entities: noEntities(),
    deleted: [],
    nextId: { transaction: 1, name: 1 },
    replies: {},
    codes: {},
    accessTokens: {},
    refreshTokens: {},
  };
}

export function isTransaction(name: EntityName): boolean {
  return TRANSACTIONS.has(name);
}

export function asEntityName(text: string): EntityName | undefined {
  return ENTITY_NAMES.find((name) => name.toLowerCase() === text.toLowerCase());
}

/** A time in QuickBooks' format, with its servers' offset. */
export function wireTime(instant: Date, milliseconds = false): string {
  const local = new Date(instant.getTime() - 8 * 3_600_000).toISOString();
  return `${local.slice(0, milliseconds ? 23 : 19)}-08:00`;
}

/** Noon of a calendar day, for objects created in the past. */
export function noonOf(date: CalendarDate): Date {
  return new Date(toDayNumber(date) * 86_400_000 + 20 * 3_600_000);
}

/** Stores a new object under the next id. Mutates the state. */
export function store(
  state: QuickBooksState,
  name: EntityName,
  fields: Record<string, unknown>,
  at: Date,
): Entity {
  const counter = isTransaction(name) ? "transaction" : "name";
  const id = String(state.nextId[counter]);
  state.nextId[counter] += 1;
  const time = wireTime(at);
  const entity: Entity = {
    ...fields,
    domain: "QBO",
    sparse: false,
    Id: id,
    SyncToken: "0",
    MetaData: { CreateTime: time, LastUpdatedTime: time },
  };
  state.entities[name][id] = entity;
  return entity;
}

/** Increments an object's version. */
export function touch(entity: Entity, at: Date): void {
  entity.SyncToken = String(Number(entity.SyncToken) + 1);
  entity.MetaData = { ...entity.MetaData, LastUpdatedTime: wireTime(at) };
}
