import type { Integration } from "@/lib/contracts/integrations";
import type { ProviderRole } from "@/lib/providers/descriptor";
import {
  BY_FILE,
  type ListedProvider,
  listProviders,
  type ProviderId,
  providerOfWire,
  type Redirects,
  type WireName,
} from "@/lib/providers/list";

/** The tabs of the integrations page, as its address names them. */
export type ProviderKind = "payment-processors" | "accounting";
type ProviderStatus = "not_connected" | "connecting" | "connected" | "coming_soon";

const KINDS: Record<ProviderRole, ProviderKind> = {
  source: "payment-processors",
  ledger: "accounting",
};

/** Processors whose payouts come from files are not cards. */
type CardProvider = Exclude<ListedProvider, { byFile: true }>;

export interface ProviderView {
  provider: CardProvider;
  kind: ProviderKind;
  status: ProviderStatus;
  /** What the server knows about the connection; also there when it has expired. */
  connection: Integration | null;
  /** Further accounts at the provider. */
  others: readonly Integration[];
  /** Why it can't be connected: this installation isn't set up for the only way to do so, or other books are connected. */
  unavailable: string | null;
  /** What its service asks us to say about its data. */
  terms: string | null;
}

/** What this installation is set up for. */
export interface Offer {
  redirects: Redirects;
  /** Providers whose settings are missing. */
  comingSoon: readonly ProviderId[];
  /** Whether estimates from data that may train no models are kept between runs. */
  keepsEstimates: boolean;
}

/** Every provider that has a card, with its connection; `busy` are those being connected or disconnected now. */
export function providerViews(
  integrations: readonly Integration[],
  busy: ReadonlySet<WireName>,
  { redirects, comingSoon, keepsEstimates }: Offer,
): ProviderView[] {
  const listed = listProviders().filter(hasCard);
  const books = connectedBooks(integrations);
  return listed.map((provider) => {
    const [connection = null, ...others] = integrations.filter(
      ({ integration_type }) => integration_type === provider.wire,
    );
    const isSoon = connection === null && comingSoon.includes(provider.id);
    const status = isSoon ? "coming_soon" : statusOf(provider, connection, busy);
    const isConnected = connection?.status === "connected";
    const isOffered = !isConnected && !isSoon;
    const unavailable = isOffered
      ? (whyOtherBooks(provider, books) ?? whyUnavailable(provider, redirects))
      : null;
    const terms =
      "terms" in provider ? provider.terms[keepsEstimates ? "kept" : "discarded"] : null;
    return { provider, kind: KINDS[provider.role], connection, others, status, unavailable, terms };
  });
}

/** The accounting software of the company, be its access expired. */
function connectedBooks(integrations: readonly Integration[]): ListedProvider | undefined {
  return integrations
    .map(({ integration_type }) => providerOfWire(integration_type))
    .find(({ role }) => role === "ledger");
}

/** A company has one set of books: the server refuses a second one. */
function whyOtherBooks(provider: CardProvider, books: ListedProvider | undefined): string | null {
  if (provider.role !== "ledger" || !books || books.id === provider.id) return null;
  return `A company has one set of books, and ${books.name} is connected. To use ${provider.name}, disconnect ${books.name} first.`;
}

function hasCard(provider: ListedProvider): provider is CardProvider {
  return provider.id !== BY_FILE;
}

function whyUnavailable(provider: CardProvider, redirects: Redirects): string | null {
  if ("key" in provider) return null;
  return redirects[provider.wire] ?? null;
}

function statusOf(
  provider: CardProvider,
  connection: Integration | null,
  busy: ReadonlySet<WireName>,
): ProviderStatus {
  if (busy.has(provider.wire)) return "connecting";
  return connection?.status === "connected" ? "connected" : "not_connected";
}

/** "1/3": connected over listed. */
export function connectedCount(views: readonly ProviderView[], kind: ProviderKind): string {
  const listed = views.filter((view) => view.kind === kind);
  return `${listed.filter(({ connection }) => connection?.status === "connected").length}/${listed.length}`;
}

/** Which of the counted ones can't be connected yet: "PayPal can't be connected yet"; "" for none. */
export function comingSoon(views: readonly ProviderView[], kind: ProviderKind): string {
  const names = views.flatMap(({ provider, ...view }) =>
    view.kind === kind && view.status === "coming_soon" ? provider.name : [],
  );
  if (names.length === 0) return "";
  return `${names.join(", ")} can't be connected yet`;
}

/** The rest of "Ready to match deposits …" while something has to be connected first; "" otherwise. */
export function readyOnce(views: readonly ProviderView[]): string {
  const has = (kind: ProviderKind) =>
    views.some((view) => view.kind === kind && view.connection?.status === "connected");
  const missing = [
    !has("payment-processors") && "a payment processor",
    !has("accounting") && "your accounting software",
  ].filter((side) => side !== false);
  if (missing.length === 0) return "";
  return `Connect ${missing.join(" and ")} to start matching`;
}
