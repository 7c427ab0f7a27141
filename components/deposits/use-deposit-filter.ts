import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import {
  DEFAULT_FILTER,
  type DepositFilter,
  readFilter,
  writeFilter,
} from "@/components/deposits/filter";

/** The filter of the address, and how to change it. A change of what is shown starts at page 1. */
export function useDepositFilter() {
  const params = useSearchParams();
  const filter = useMemo(() => readFilter(new URLSearchParams(params)), [params]);

  // The browser's own history: no trip to the server, and the address is still followed by the hook.
  function show(next: DepositFilter, step: "push" | "replace") {
    const address = `${window.location.pathname}${writeFilter(next)}`;
    if (step === "push") window.history.pushState(null, "", address);
    else window.history.replaceState(null, "", address);
  }

  return {
    filter,
    change: (part: Partial<Omit<DepositFilter, "page">>) =>
      show({ ...filter, ...part, page: DEFAULT_FILTER.page }, "replace"),
    goTo: (page: number) => show({ ...filter, page }, "push"),
  };
}
