import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { type PageAddress, readAddress, writeAddress } from "@/components/integrations/address";
import type { ProviderKind } from "@/components/integrations/catalog";
import type { KeyProvider } from "@/lib/providers/list";

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
    openForm: (connect: KeyProvider["wire"]) => show({ connect }, "push"),
    forgetSettings: () => show({ settings: null }, "replace"),
    closeForm: () => show({ connect: null }, "replace"),
  };
}
