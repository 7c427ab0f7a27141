import { submitConsent } from "@/emulators/tests/clients";
import { sumMinor } from "@/lib/money";
import type { DepositDraft, DepositDraftEntry } from "@/server/providers/ledger";
import type { Connection } from "@/server/providers/types";
import type { XeroConfig } from "@/server/providers/xero/config";
import { createXeroProvider } from "@/server/providers/xero/provider";
import { control, type Emulators, MemoryStore, only, READER, requests } from "../support";

export const TODAY = "2026-11-18";
export const XERO_CALLBACK = "https://matcher.example/xero/callback";
const isOwnNote = (reference: string) => reference.endsWith("Deposit Matcher");
export const noteOf = (payout: string) => `PayPal payout ${payout} · Deposit Matcher`;

/** Retries without delay, with few attempts. */
const QUICK = { attempts: 3, baseMs: 1, withinMs: 1500 };

export function xeroProvider(emulators: Emulators, changes: Partial<XeroConfig> = {}) {
  const { env } = emulators;
  const provider = createXeroProvider({
    clientId: env.XERO_CLIENT_ID,
    clientSecret: env.XERO_CLIENT_SECRET,
    apiBase: String(env.XERO_API_BASE),
    authorizeUrl: String(env.XERO_AUTHORIZE_URL),
    tokenUrl: String(env.XERO_TOKEN_URL),
    revokeUrl: String(env.XERO_REVOKE_URL),
    timeoutMs: 5000,
    retry: QUICK,
    limiter: { turn: async () => async () => undefined },
    isOwnNote,
    ...changes,
  });
  const { redirectConnect } = provider;
  if (!redirectConnect) throw new Error("the emulator's client id is missing");
  return { ...provider, redirectConnect };
}

export type XeroProvider = ReturnType<typeof xeroProvider>;

/** Through the consent page and back, as a browser goes. */
export async function consent({ redirectConnect }: XeroProvider) {
  const address = redirectConnect.authorizationUrl("s1", XERO_CALLBACK);
  const back = await submitConsent(address, "connect");
  const code = back.searchParams.get("code") ?? "";
  return { code, redirectUri: XERO_CALLBACK, reader: READER };
}

export async function connectXero(provider: XeroProvider): Promise<Connection> {
  return only(await provider.redirectConnect.exchange(await consent(provider)));
}

/** The books as Xero's emulator sees them, of the organisation that connects. */
export interface Books {
  accounts: { id: string; name: string; balance: number; balances: Record<string, number> }[];
  payments: { id: string; status: string; amount: number }[];
  bank_transactions: {
    id: string;
    type: string;
    date: string;
    account: string;
    contact: string;
    total: number;
    reference: string;
    reconciled: boolean;
    status: string;
    lines: { account: string; amount: number; tax: number; tax_type: string }[];
  }[];
  bank_transfers: {
    id: string;
    from: string;
    to: string;
    amount: number;
    reference: string;
    status: string;
  }[];
}

/** A connected organisation, and what a test does there. */
export class Organisation {
  readonly emulators: Emulators;
  readonly provider: XeroProvider;
  store = new MemoryStore({});
  #ids = new Map<string, string>();

  constructor(emulators: Emulators, changes: Partial<XeroConfig> = {}) {
    this.emulators = emulators;
    this.provider = xeroProvider(emulators, changes);
  }

  get ledger() {
    return this.provider.ledger;
  }

  /** Begins with the chart of a country. */
  async begin(company: object = {}): Promise<void> {
    await control(this.emulators, "POST", "/reset");
    await this.set(company);
    this.store = new MemoryStore((await connectXero(this.provider)).credentials);
    await this.learn();
  }

  async learn(): Promise<void> {
    this.#ids = new Map((await this.books()).accounts.map(({ id, name }) => [name, id]));
  }

  id(account: string): string {
    const id = this.#ids.get(account);
    if (!id) throw new Error(`no account ${account}`);
    return id;
  }

  async books(): Promise<Books> {
    const answer = await fetch(`${this.emulators.control.url}/state`);
    const { xero } = (await answer.json()) as { xero: (Books & { tenant_id: string })[] };
    const own = xero.find(({ tenant_id }) => tenant_id === this.emulators.credentials.xeroTenantId);
    if (!own) throw new Error("the organisation is missing");
    return own;
  }

  /** What the accounts hold that hold anything; debits are positive. */
  async held(): Promise<Record<string, number>> {
    return (await control(this.emulators, "GET", "/xero/balances")).body as Record<string, number>;
  }

  /** The documents that count, as "SPEND 345 PayPal Clearing". */
  async documents(): Promise<string[]> {
    const { bank_transactions, bank_transfers } = await this.books();
    return [
      ...bank_transactions
        .filter(({ status, type }) => status === "AUTHORISED" && !type.endsWith("TRANSFER"))
        .map(({ type, total, account }) => `${type} ${total} ${account}`),
      ...bank_transfers
        .filter(({ status }) => status === "AUTHORISED")
        .map(({ from, to, amount }) => `TRANSFER ${amount} ${from} > ${to}`),
    ].toSorted();
  }

  set(company: object) {
    return this.by("company", company);
  }

  /** @returns what was made */
  async by(name: string, body: object): Promise<Record<string, Record<string, string>>> {
    const { status, body: made } = await control(this.emulators, "POST", `/xero/${name}`, body);
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(made)}`);
    return made as Record<string, Record<string, string>>;
  }

  fault(fault: object) {
    return control(this.emulators, "POST", "/faults", { provider: "xero", ...fault });
  }

  async sent(method: string, part: string): Promise<number> {
    return (await requests(this.emulators, part)).filter((each) => each.method === method).length;
  }

  /** A payout of payments that wait in an account, less what the entries take. */
  draft(
    gross: number,
    entries: (Partial<DepositDraftEntry> & { account: string; amount: number })[],
    more: Partial<DepositDraft> & { clearing?: string; bank?: string; payout?: string } = {},
  ): DepositDraft {
    const { clearing = "PayPal Clearing", bank = "Business Account", payout = "P1" } = more;
    const { clearing: _, bank: __, payout: ___, ...rest } = more;
    return {
      bankAccountId: this.id(bank),
      clearingAccountId: this.id(clearing),
      date: TODAY,
      currency: "NZD",
      note: noteOf(payout),
      processor: "PayPal",
      total: gross + sumMinor(entries.map(({ amount }) => amount)),
      payments: gross === 0 ? [] : [{ kind: "Payment", providerId: "p", amount: gross }],
      entries: entries.map(({ account, ...entry }) => ({
        accountId: this.id(account),
        description: account,
        ...entry,
      })),
      ...rest,
    };
  }
}
