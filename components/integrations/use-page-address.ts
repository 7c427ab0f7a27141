import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import type { ProviderKind } from "@/components/integrations/catalog";
import {
  BY_FILE,
  connectableProviders,
  type KeyProvider,
  type WireName,
} from "@/lib/providers/list";

/** The tab and the form of the address: a reload keeps them, and Back closes a form. */
export function usePageAddress() {
  const params = useSearchParams();
  const address = useMemo(() => readAddress(new URLSearchParams(params)), [params]);

  // The browser's own history: no trip to the server, and the address is still followed by the hook.
  function show(part: Partial<PageAddress>, step: "push" | "replace") {
    const next = `${window.location.pathname}${writeAddress({ ...address, ...part })}`;
    if (step === "push") window.history.pushState(null, "", next);
    else window.history.replaceState(null, "", next);
  }

  return {
    ...address,
    showTab: (tab: ProviderKind) => show({ tab }, "replace"),
    openForm: (connect: FormName) => show({ connect }, "push"),
    forgetSettings: () => show({ settings: null }, "replace"),
    closeForm: () => show({ connect: null }, "replace"),
  };
}

/** The form of a provider, by its name on the wire, or the import of a file. */
export type FormName = KeyProvider["wire"] | typeof BY_FILE;

interface PageAddress {
  tab: ProviderKind;
  /** The form that is open. */
  connect: FormName | null;
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
    connect: params.get("connect") === BY_FILE ? BY_FILE : (form?.wire ?? null),
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
