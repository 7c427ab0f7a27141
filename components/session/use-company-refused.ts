import { useSyncExternalStore } from "react";
import { isCompanyRefused, subscribeCompany } from "@/lib/tab-company";

/** Whether the server said that the user isn't a member of this tab's company. */
export function useCompanyRefused(): boolean {
  return useSyncExternalStore(subscribeCompany, isCompanyRefused, () => false);
}
