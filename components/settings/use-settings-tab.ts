import { useSearchParams } from "next/navigation";
import { useCallback, useRef, useState } from "react";

const PARAMETER = "tab";

/**
 * The open tab, at first General, kept in the address, and how to open another: `choose` asks first when a form of this
 * one reported changes; then `asking` is true until `leave` or `stay`.
 */
export function useSettingsTab(tabs: readonly { value: string }[]) {
  const asked = useSearchParams().get(PARAMETER);
  const isTab = (name: string) => tabs.some(({ value }) => value === name);
  const dirtyForms = useRef(new Set<string>());
  const [wanted, setWanted] = useState<string | null>(null);

  const report = useCallback((form: string, dirty: boolean) => {
    if (dirty) dirtyForms.current.add(form);
    else dirtyForms.current.delete(form);
  }, []);

  return {
    tab: asked !== null && isTab(asked) ? asked : "general",
    report,
    asking: wanted !== null,
    choose: (tab: string) => {
      if (!isTab(tab)) return;
      if (dirtyForms.current.size > 0) setWanted(tab);
      else open(tab);
    },
    stay: () => setWanted(null),
    leave: () => {
      if (wanted) open(wanted);
    },
  };
}

// The browser's own history: no trip to the server, and the address is still followed by the hook.
function open(tab: string): void {
  const address = new URL(window.location.href);
  address.searchParams.set(PARAMETER, tab);
  window.history.replaceState(null, "", address);
}
