import type { Integration } from "@/lib/contracts/integrations";

export type ProviderId = "stripe" | "authorize" | "paypal" | "quickbook" | "xero";
export type ProviderStatus = "not_connected" | "connecting" | "connected" | "coming_soon";

export interface CatalogEntry {
  id: ProviderId;
  name: string;
  kind: "payment-processors" | "accounting";
  description: string;
  comingSoon?: true;
}

/** Every provider that the page lists, in its order. */
export const CATALOG: readonly CatalogEntry[] = [
  {
    id: "stripe",
    name: "Stripe",
    kind: "payment-processors",
    description: "Brings in your Stripe payouts with every charge, refund and fee inside them.",
  },
  {
    id: "authorize",
    name: "Authorize.Net",
    kind: "payment-processors",
    description: "Brings in your settled Authorize.Net batches and their transactions.",
    comingSoon: true,
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
    name: "QuickBooks",
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
export function connectedCount(views: readonly ProviderView[], kind: CatalogEntry["kind"]): string {
  const listed = views.filter((view) => view.kind === kind);
  return `${listed.filter(({ connection }) => connection?.status === "connected").length}/${listed.length}`;
}
