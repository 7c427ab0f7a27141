import { useSyncExternalStore } from "react";
import { isCompanyRefused, subscribeRefused } from "@/lib/tab-company";

/** Whether the server said that the user isn't a member of this tab's company. */
export function useCompanyRefused(): boolean {
  return useSyncExternalStore(subscribeRefused, isCompanyRefused, () => false);
}
