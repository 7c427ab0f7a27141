import type { ProviderKind } from "@/components/integrations/catalog";
import { connectableProviders, type KeyProvider, type WireName } from "@/lib/providers/list";

/** What the address of the integrations page says. */
export interface PageAddress {
  tab: ProviderKind;
  /** The provider whose form is open, by its name on the wire. */
  connect: KeyProvider["wire"] | null;
  /** The provider whose settings are to be opened. */
  settings: WireName | null;
}

const DEFAULT_TAB: ProviderKind = "payment-processors";
const TABS: readonly ProviderKind[] = [DEFAULT_TAB, "accounting"];

/** Leaves out what it does not know. */
export function readAddress(params: URLSearchParams): PageAddress {
  const providers = connectableProviders();
  const form = providers
    .filter((provider): provider is KeyProvider => "key" in provider)
    .find(({ wire }) => wire === params.get("connect"));
  return {
    tab: TABS.find((tab) => tab === params.get("tab")) ?? DEFAULT_TAB,
    connect: form?.wire ?? null,
    settings: providers.find(({ wire }) => wire === params.get("settings"))?.wire ?? null,
  };
}

/** "?tab=accounting"; "" for what the page shows anyway. */
export function writeAddress({ tab, connect, settings }: PageAddress): string {
  const params = new URLSearchParams();
  if (tab !== DEFAULT_TAB) params.set("tab", tab);
  if (connect !== null) params.set("connect", connect);
  if (settings !== null) params.set("settings", settings);
  return params.size > 0 ? `?${params}` : "";
}
