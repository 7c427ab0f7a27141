import type { ProviderKind } from "@/components/integrations/catalog";
import { connectableProviders, type KeyProvider } from "@/lib/providers/list";

/** What the address of the integrations page says. */
export interface PageAddress {
  tab: ProviderKind;
  /** The provider whose form is open, by its name on the wire. */
  connect: KeyProvider["wire"] | null;
}

const DEFAULT_TAB: ProviderKind = "payment-processors";
const TABS: readonly ProviderKind[] = [DEFAULT_TAB, "accounting"];

/** Leaves out what it does not know. */
export function readAddress(params: URLSearchParams): PageAddress {
  const form = connectableProviders()
    .filter((provider): provider is KeyProvider => "key" in provider)
    .find(({ wire }) => wire === params.get("connect"));
  return {
    tab: TABS.find((tab) => tab === params.get("tab")) ?? DEFAULT_TAB,
    connect: form?.wire ?? null,
  };
}

/** "?tab=accounting"; "" for what the page shows anyway. */
export function writeAddress({ tab, connect }: PageAddress): string {
  const params = new URLSearchParams();
  if (tab !== DEFAULT_TAB) params.set("tab", tab);
  if (connect !== null) params.set("connect", connect);
  return params.size > 0 ? `?${params}` : "";
}
