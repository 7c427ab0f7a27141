import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { type CompaniesFilter, readFilter, writeFilter } from "@/components/companies/filter";

/** The filter of the list, kept in the address; a change of it starts at the first page. */
export function useCompaniesFilter() {
  const parameters = useSearchParams();
  const [filter, setFilter] = useState(() => readFilter(parameters));
  function change(part: Partial<CompaniesFilter>) {
    const next = { ...filter, page: 1, ...part };
    setFilter(next);
    // The browser's own history: no trip to the server.
    window.history.replaceState(null, "", `${window.location.pathname}${writeFilter(next)}`);
  }
  return { filter, change };
}
