import { type Emulators, startEmulators } from "@/emulators/start";
import { control, submitConsent } from "@/emulators/tests/clients";
import { createAuthorizeNetProvider } from "@/server/providers/authorizenet/provider";
import type { CredentialStore } from "@/server/providers/credential-store";
import { ProviderError } from "@/server/providers/errors";
import type { LedgerPage } from "@/server/providers/ledger";
import { createPayPalProvider } from "@/server/providers/paypal/provider";
import type { QuickBooksConfig } from "@/server/providers/quickbooks/config";
import { createQuickBooksProvider } from "@/server/providers/quickbooks/provider";
import { createStripeProvider } from "@/server/providers/stripe/provider";
import type {
  Connection,
  DetailedTransaction,
  SeveralAccounts,
  SourceAccount,
  TransactionStore,
} from "@/server/providers/types";

export { control, type Emulators, startEmulators };

export const CALLBACK = "http://127.0.0.1:9/quickbooks/callback";

/** Retries without delay, with few attempts. */
const QUICK = { attempts: 3, baseMs: 1, withinMs: 1500 };

export function stripeProvider(emulators: Emulators, timeoutMs = 5000) {
  const apiBase = emulators.stripe.url;
  return createStripeProvider({ apiBase, timeoutMs, maxNetworkRetries: 0, retry: QUICK });
}

export function authorizeNetProvider(emulators: Emulators, timeoutMs = 5000) {
  const apiUrl = String(emulators.env.AUTHORIZENET_API_URL);
  return createAuthorizeNetProvider({ apiUrl, timeoutMs, retry: QUICK });
}

export function payPalProvider(
  emulators: Emulators,
  timeoutMs = 5000,
  apiBase = String(emulators.env.PAYPAL_API_BASE),
) {
  return createPayPalProvider({ apiBase, timeoutMs, retry: QUICK });
}

export function authorizeNetKeys({ credentials }: Emulators) {
  return {
    loginId: credentials.authorizenetLoginId,
    transactionKey: credentials.authorizenetTransactionKey,
  };
}

function quickBooksConfig(
  emulators: Emulators,
  changes: Partial<QuickBooksConfig> = {},
): QuickBooksConfig {
  const { env } = emulators;
  return {
    clientId: env.QUICKBOOKS_CLIENT_ID,
    clientSecret: env.QUICKBOOKS_CLIENT_SECRET,
    environment: "sandbox",
    apiBase: String(env.QUICKBOOKS_API_BASE),
    authorizeUrl: String(env.QUICKBOOKS_AUTHORIZE_URL),
    tokenUrl: String(env.QUICKBOOKS_TOKEN_URL),
    revokeUrl: String(env.QUICKBOOKS_REVOKE_URL),
    timeoutMs: 5000,
    retry: QUICK,
    limits: { perSecond: 1000, perMinute: 100_000 },
    throttledPauseMs: 1,
    ...changes,
  };
}

export function quickBooksProvider(emulators: Emulators, changes: Partial<QuickBooksConfig> = {}) {
  const provider = createQuickBooksProvider(quickBooksConfig(emulators, changes));
  const { redirectConnect } = provider;
  if (!redirectConnect) throw new Error("the emulator's client id is missing");
  return { ...provider, redirectConnect };
}

export const READER = { companyId: "", purpose: "bookkeeping", isToken: false } as const;

/** Through the consent page and back, as a browser goes. */
export async function connectQuickBooks(emulators: Emulators): Promise<Connection> {
  const { redirectConnect } = quickBooksProvider(emulators);
  const back = await submitConsent(redirectConnect.authorizationUrl("s1", CALLBACK), "connect");
  return only(
    await redirectConnect.exchange({
      code: back.searchParams.get("code") ?? "",
      realmId: back.searchParams.get("realmId") ?? "",
      redirectUri: CALLBACK,
      reader: READER,
    }),
  );
}

/** Of a consent to one account. */
export function only(given: Connection | SeveralAccounts): Connection {
  if ("accounts" in given) throw new Error("the consent was for several accounts");
  return given;
}

/** Credentials in memory with the real store's contract: one renewal at a time, re-read first. */
export class MemoryStore implements CredentialStore<unknown> {
  renewals = 0;
  #stored: unknown;
  #lock: Promise<unknown> = Promise.resolve();

  constructor(credentials: unknown) {
    this.#stored = credentials;
  }

  current(): Promise<unknown> {
    return Promise.resolve(this.#stored);
  }

  renew(stale: unknown, exchange: (latest: unknown) => Promise<unknown>): Promise<unknown> {
    const mine = this.#lock.then(async () => {
      if (this.#stored !== stale) return this.#stored;
      this.#stored = await exchange(this.#stored);
      this.renewals += 1;
      return this.#stored;
    });
    this.#lock = mine.catch(() => undefined);
    return mine;
  }

  set(credentials: object): void {
    this.#stored = { ...(this.#stored as object), ...credentials };
  }
}

/** Transactions in memory, with the real store's contract. */
export class MemoryTransactions implements TransactionStore {
  readonly rows = new Map<string, DetailedTransaction>();
  #covered: { from: Date; until: Date } | null = null;

  covered = async () => this.#covered;

  keep = async (
    transactions: readonly DetailedTransaction[],
    covered: { from: Date; until: Date },
  ) => {
    for (const row of transactions) this.rows.set(row.key, row);
    this.#covered = covered;
  };

  list = async () =>
    [...this.rows.values()].sort((a, b) => a.happenedAt.getTime() - b.happenedAt.getTime());

  detailed = async (ids: readonly string[]) =>
    (await this.list()).filter(({ providerId }) => ids.includes(providerId));
}

/** Of a source that needs none of it. */
export const ACCOUNT: SourceAccount = { timeZone: "UTC", transactions: new MemoryTransactions() };

/** The error of a call that must fail. */
export async function failure(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.then(
    () => {
      throw new Error("the call succeeded");
    },
    (reason: unknown) => reason,
  );
  if (error instanceof ProviderError) return error;
  throw error;
}

/** The payments of a walk, page by page. */
export async function* paymentsOf(pages: AsyncIterable<LedgerPage>) {
  for await (const page of pages) yield page.payments;
}

export async function collect<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

/** Everything that could be logged: an error, its causes and all their properties. */
export function printed(error: unknown): string {
  const seen = new Set<unknown>();
  const texts: string[] = [];
  const visit = (value: unknown) => {
    if (typeof value === "string") texts.push(value);
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    for (const key of Reflect.ownKeys(value)) visit(Reflect.get(value, key));
  };
  visit(error);
  return texts.join("\n");
}

export interface Overview {
  payouts: {
    id: string;
    amount: number;
    currency: string;
    status: string;
    automatic: boolean;
    arrival: string;
    about: string | null;
    lines: { id: string; net: number }[];
  }[];
  payments: {
    type: string;
    id: string;
    date: string;
    amount: number;
    currency: string;
    customer: string | null;
    undeposited: boolean;
    deposit: string | null;
  }[];
  deposits: { id: string; total: number; note: string; lines: { amount: number }[] }[];
  accounts: { id: string; name: string; type: string }[];
}

/** The state on the provider's side. */
export async function overview(emulators: Emulators): Promise<Overview> {
  return (await fetch(`${emulators.control.url}/state`)).json() as Promise<Overview>;
}

export interface LoggedRequest {
  method: string;
  path: string;
  query: string;
  status: number;
  operation?: string;
}

export async function requests(emulators: Emulators, part: string): Promise<LoggedRequest[]> {
  const answer = await fetch(`${emulators.control.url}/requests`);
  const { requests: all } = (await answer.json()) as { requests: LoggedRequest[] };
  return all.filter(({ path }) => path.includes(part));
}
