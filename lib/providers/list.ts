import { PROVIDERS } from "@/lib/providers/catalog";
import type { ConnectableDescriptor, ProviderRole } from "@/lib/providers/descriptor";

type Catalog = typeof PROVIDERS;

/** The database's enum has the same ids. */
export type ProviderId = keyof Catalog;

type Entry<Id extends ProviderId> = Id extends ProviderId ? { id: Id } & Catalog[Id] : never;

/** Whose payouts or payments a company may have here. */
export type ListedProvider = Entry<ProviderId>;
/** Those with an account to connect to: not processors by file. */
export type ConnectableProvider = Exclude<ListedProvider, { byFile: true }>;
export type SourceProvider = Extract<ConnectableProvider, { role: "source" }>;
export type LedgerProvider = Extract<ConnectableProvider, { role: "ledger" }>;

/** Connected by keys entered in a form. */
export type KeyProvider = Extract<ConnectableProvider, { key: object }>;

/** Connected by OAuth redirect. */
export type RedirectProvider = Extract<ConnectableProvider, { redirect: object }>;

export type ConnectableId = ConnectableProvider["id"];
export type SourceId = SourceProvider["id"];
/** Names of providers in the documented spelling. */
export type WireName = ListedProvider["wire"];

/** Providers that connect by redirect: null where this installation can, else a sentence that says why it can't. */
export type Redirects = Partial<Record<WireName, string | null>>;

/** Of processors whose payouts come from files. */
export const BY_FILE = "file" satisfies Extract<ListedProvider, { byFile: true }>["id"];

/** The accounting software that is meant where none is connected. */
export const LEDGER = "quickbooks" satisfies LedgerProvider["id"];

const entries = new Map<string, ListedProvider>(
  Object.entries(PROVIDERS).map(([id, entry]) => [id, { id, ...entry } as ListedProvider]),
);

export function listProviders(): readonly ListedProvider[] {
  return [...entries.values()];
}

/** Ids of accounting software. A company is connected to one of them. */
export const LEDGERS: ProviderId[] = listProviders().flatMap(({ id, role }) =>
  role === "ledger" ? id : [],
);

export function isLedger(id: ProviderId): boolean {
  return LEDGERS.includes(id);
}

export function connectableProviders(): ConnectableProvider[] {
  return listProviders().filter((provider) => provider.id !== BY_FILE);
}

export function sourceProviders(): SourceProvider[] {
  return connectableProviders().filter((provider) => provider.role === "source");
}

export function describeProvider<Id extends ProviderId>(id: Id): Entry<Id> {
  return entries.get(id) as Entry<Id>;
}

/** @throws Error for a provider that has no account to connect to. */
export function connectable(id: ProviderId): ConnectableProvider {
  const provider: ListedProvider = describeProvider(id);
  if (provider.id === BY_FILE) throw new Error(`${provider.name} are imported, not connected`);
  return provider;
}

/** @throws Error for a name that the contracts do not allow. */
export function providerOfWire<Wire extends WireName>(
  wire: Wire,
): Extract<ListedProvider, { wire: Wire }> {
  const found = listProviders().find((provider) => provider.wire === wire);
  if (!found) throw new Error(`there is no provider ${wire}`);
  return found as Extract<ListedProvider, { wire: Wire }>;
}

/** Whether a company may connect several accounts. */
export function takesSeveralAccounts(id: ProviderId): boolean {
  const provider: ConnectableDescriptor = connectable(id);
  return provider.severalAccounts === true;
}

/** Whether a payout's date is the day on which it was sent, not the one on which the bank has it. */
export function isDatedWhenSent(id: ProviderId): boolean {
  const provider: ConnectableDescriptor = connectable(id);
  return provider.datedWhenSent === true;
}

/** False when fees are predicted from a rate that the user sets. */
export function reportsFees(id: ProviderId): boolean {
  const provider: ListedProvider = describeProvider(id);
  return provider.role === "ledger" || provider.reportsFees;
}

/** "Stripe with a secret or restricted key": the providers connected by key, with what they require. */
export function keysInWords(): string {
  const providers = connectableProviders().filter((provider) => "key" in provider);
  const parts = providers.map(({ name, key }) => `${name} with ${key.credentials}`);
  return new Intl.ListFormat("en").format(parts);
}

/** "Stripe and Authorize.Net": the connectable providers of a role. */
export function namesOf(role: ProviderRole): string {
  const names = connectableProviders().filter((provider) => provider.role === role);
  return new Intl.ListFormat("en").format(names.map(({ name }) => name));
}
