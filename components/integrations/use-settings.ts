import { useEffect, useState } from "react";
import { usePageAddress } from "@/components/integrations/use-page-address";
import { useMay } from "@/components/session/companies";
import type { WireName } from "@/lib/providers/list";

/** Whether a provider's settings are open: by the button, or once by the address; never for users who can't change them. */
export function useSettings(wire: WireName) {
  const { settings, forgetSettings } = usePageAddress();
  const mayChange = useMay("admin") === true;
  const [isOpen, setOpen] = useState(false);
  const isWanted = settings === wire;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (!isWanted) return;
    setOpen(true);
    forgetSettings();
  }, [isWanted]);
  return { isOpen: isOpen && mayChange, open: () => setOpen(true), close: () => setOpen(false) };
}
