import type { ProcessorId, ProviderKind } from "@/components/integrations/catalog";

/** What the address of the integrations page says. */
export interface PageAddress {
  tab: ProviderKind;
  /** Whose credentials form is open. */
  connect: ProcessorId | null;
}

const DEFAULT_TAB: ProviderKind = "payment-processors";
const TABS: readonly ProviderKind[] = [DEFAULT_TAB, "accounting"];
const FORMS: readonly ProcessorId[] = ["stripe", "authorize"];

/** Whatever it does not know, it leaves out. */
export function readAddress(params: URLSearchParams): PageAddress {
  return {
    tab: TABS.find((tab) => tab === params.get("tab")) ?? DEFAULT_TAB,
    connect: FORMS.find((id) => id === params.get("connect")) ?? null,
  };
}

/** "?tab=accounting"; "" for what the page shows anyway. */
export function writeAddress({ tab, connect }: PageAddress): string {
  const params = new URLSearchParams();
  if (tab !== DEFAULT_TAB) params.set("tab", tab);
  if (connect !== null) params.set("connect", connect);
  return params.size > 0 ? `?${params}` : "";
}
