import { randomInt, randomUUID } from "node:crypto";
import type { z } from "zod";
import type { Company } from "@/emulators/state";
import { createAccount, type UserRecord } from "@/lib/contracts/accounts";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { openWorld as open } from "@/tools/worlds/open";
import type { WorldName } from "@/tools/worlds/worlds";
import { APP_SECRET, BASE_URL, CONTROL_URL, DATABASE_URL } from "./addresses";

export interface Account {
  username: string;
  email: string;
  password: string;
  /** The whole Authorization header. */
  token: string;
  user: UserRecord;
}

/** A name unique to this test, run and retry. */
export function newCredentials() {
  const username = `e2e-${randomUUID().slice(0, 13)}`;
  return { username, email: `${username}@example.com`, password: "correct horse battery" };
}

interface Call {
  token?: string;
  body?: unknown;
  query?: string;
  /** The network address that a proxy would report; our own by default. */
  from?: string;
}

/** Calls the product as its own pages do, from outside a browser. @throws on any answer but 2xx. */
export async function callApi<Response extends z.ZodType>(
  endpoint: Endpoint<z.ZodType, z.ZodType, Response>,
  { token, body, query = "", from }: Call = {},
): Promise<z.infer<Response>> {
  const response = await fetch(`${BASE_URL}/api${endpoint.path}${query}`, {
    method: endpoint.method,
    headers: {
      "content-type": "application/json",
      ...(token && { authorization: token }),
      ...(from && { "x-forwarded-for": from }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${text}`);
  return endpoint.response.parse(JSON.parse(text));
}

/**
 * A new account whose address is confirmed, and whose matches are posted by themselves: its first review is over.
 * The emulators stay as they are.
 */
export function signUp(): Promise<Account> {
  return openWorld("company");
}

/** A company's owner in a private copy of a world; the emulators are restored with it. */
export async function openWorld(name: WorldName): Promise<Account> {
  const opened = await open(name, {
    emulators: { control: { url: CONTROL_URL } },
    databaseUrl: DATABASE_URL,
    appSecret: APP_SECRET,
    username: newCredentials().username,
  });
  const { user, password, token } = opened;
  return { username: user.username, email: user.email, password, token, user };
}

/** Uses a separate network address: one address may sign up only a hundred accounts an hour. */
export async function signUpUnconfirmed(): Promise<Account> {
  const credentials = newCredentials();
  const group = () => randomInt(0x10000).toString(16);
  const { token, user } = await callApi(createAccount, {
    body: { ...credentials, password_confirm: credentials.password },
    from: `2001:db8:${group()}:${group()}::1`,
  });
  return { ...credentials, token, user };
}

/** A Deposit in the QuickBooks emulator; amounts in minor units. */
export interface LedgerDeposit {
  id: string;
  date: string;
  /** The bank account that it went to. */
  account: { name: string };
  total: number;
  currency: string;
  /** In the currency of the books; null where that is the Deposit's. */
  home_total: number | null;
  note: string;
  lines: {
    amount: number;
    /** The payment that it deposits; null for a line on an account. */
    linked: { TxnId: string; TxnType: string } | null;
    account: { name: string } | null;
    customer: { name: string } | null;
    class: { name: string } | null;
    description: string | null;
  }[];
  sum_of_lines: number;
  equals_payout: boolean | null;
}

/** What the emulators hold; amounts in minor units. */
interface Emulated {
  today: string;
  payouts: { id: string; status: string; about: string | null; lines: { amount: number }[] }[];
  payments: { type: string; id: string; amount: number; customer: string | null }[];
  invoices: { number: string; amount: number; balance: number }[];
  deposits: LedgerDeposit[];
}

export async function emulated(): Promise<Emulated> {
  const response = await fetch(`${CONTROL_URL}/state`);
  if (!response.ok) throw new Error(`GET /state: ${response.status}`);
  return response.json();
}

export async function ledgerDeposits(): Promise<LedgerDeposit[]> {
  return (await emulated()).deposits;
}

/** Resets the emulators to the small sample company: one example of each deposit state. */
export function resetEmulators(): Promise<void> {
  return reset("small");
}

/** Eight weeks of payouts instead: syncing, matching and posting take much longer. */
export function resetToWholeSample(): Promise<void> {
  return reset("sample");
}

/** The whole sample in the United Kingdom, with eighteen months that were deposited by hand. */
export function resetToBritain(): Promise<void> {
  return reset("uk");
}

/** Half a year of a company in New Zealand that keeps its books in Xero. */
export function resetToNewZealand(): Promise<void> {
  return reset("nz");
}

async function reset(company: Company): Promise<void> {
  const response = await fetch(`${CONTROL_URL}/reset`, {
    method: "POST",
    body: JSON.stringify({ company }),
  });
  if (!response.ok) throw new Error(`POST /reset: ${response.status}`);
}
