import type { Integration } from "@/lib/contracts/integrations";

/** What can be connected in this version, spelt as on the wire. */
export type ConnectableId = Integration["integration_type"];
export type ProcessorId = Exclude<ConnectableId, "quickbook">;
export type ProviderId = ConnectableId | "paypal" | "xero";
export type ProviderKind = "payment-processors" | "accounting";
export type ProviderStatus = "not_connected" | "connecting" | "connected" | "coming_soon";

export interface CatalogEntry {
  id: ProviderId;
  name: string;
  kind: ProviderKind;
  description: string;
  comingSoon?: true;
}

export const PROVIDER_NAMES: Record<ConnectableId, string> = {
  stripe: "Stripe",
  authorize: "Authorize.Net",
  quickbook: "QuickBooks",
};

/** Every provider that the page lists, in its order. */
export const CATALOG: readonly CatalogEntry[] = [
  {
    id: "stripe",
    name: PROVIDER_NAMES.stripe,
    kind: "payment-processors",
    description: "Brings in your Stripe payouts with every charge, refund and fee inside them.",
  },
  {
    id: "authorize",
    name: PROVIDER_NAMES.authorize,
    kind: "payment-processors",
    description: "Brings in your settled Authorize.Net batches and their transactions.",
  },
  {
    id: "paypal",
    name: "PayPal",
    kind: "payment-processors",
    description: "Brings in your PayPal transfers and the payments inside them.",
    comingSoon: true,
  },
  {
    id: "quickbook",
    name: PROVIDER_NAMES.quickbook,
    kind: "accounting",
    description:
      "Reads the payments in Undeposited Funds and posts matched deposits to your books.",
  },
  {
    id: "xero",
    name: "Xero",
    kind: "accounting",
    description: "Reads the payments in your books and posts matched deposits.",
    comingSoon: true,
  },
];

export interface ProviderView extends CatalogEntry {
  status: ProviderStatus;
  /** What the server knows about the connection; also there when it has expired. */
  connection: Integration | null;
}

/** The catalogue with what is connected; `busy` are providers being connected or disconnected now. */
export function providerViews(
  integrations: readonly Integration[],
  busy: ReadonlySet<ProviderId>,
): ProviderView[] {
  return CATALOG.map((entry) => {
    const connection =
      integrations.find(({ integration_type }) => integration_type === entry.id) ?? null;
    return { ...entry, connection, status: statusOf(entry, connection, busy) };
  });
}

function statusOf(
  entry: CatalogEntry,
  connection: Integration | null,
  busy: ReadonlySet<ProviderId>,
): ProviderStatus {
  if (busy.has(entry.id)) return "connecting";
  if (connection?.status === "connected") return "connected";
  return entry.comingSoon ? "coming_soon" : "not_connected";
}

/** "1/3": connected over listed. */
export function connectedCount(views: readonly ProviderView[], kind: ProviderKind): string {
  const listed = views.filter((view) => view.kind === kind);
  return `${listed.filter(({ connection }) => connection?.status === "connected").length}/${listed.length}`;
}

/** How "Ready to match deposits" goes on while something has to be connected first; "" otherwise. */
export function readyOnce(views: readonly ProviderView[]): string {
  const has = (kind: ProviderKind) =>
    views.some((view) => view.kind === kind && view.connection?.status === "connected");
  const missing = [
    !has("payment-processors") && "a payment processor",
    !has("accounting") && "your accounting software",
  ].filter((side) => side !== false);
  if (missing.length === 0) return "";
  return `as soon as ${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} connected`;
}
