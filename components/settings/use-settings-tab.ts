import { useSearchParams } from "next/navigation";
import { useCallback, useRef, useState } from "react";

const SETTINGS_TABS = [
  "general",
  "rules",
  "people",
  "account",
  "notifications",
  "security",
  "health",
] as const;
type SettingsTab = (typeof SETTINGS_TABS)[number];

const PARAMETER = "tab";

/**
 * The open tab, kept in the address, and how to open another: `choose` asks first when a form of this
 * one reported changes; then `asking` is true until `leave` or `stay`.
 */
export function useSettingsTab() {
  const asked = useSearchParams().get(PARAMETER);
  const dirtyForms = useRef(new Set<string>());
  const [wanted, setWanted] = useState<SettingsTab | null>(null);

  const report = useCallback((form: string, dirty: boolean) => {
    if (dirty) dirtyForms.current.add(form);
    else dirtyForms.current.delete(form);
  }, []);

  return {
    tab: SETTINGS_TABS.find((tab) => tab === asked) ?? "general",
    report,
    asking: wanted !== null,
    choose: (value: string) => {
      const tab = SETTINGS_TABS.find((each) => each === value);
      if (!tab) return;
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
function open(tab: SettingsTab): void {
  const address = new URL(window.location.href);
  address.searchParams.set(PARAMETER, tab);
  window.history.replaceState(null, "", address);
}
