import { queryOptions, useIsMutating } from "@tanstack/react-query";
import { companiesQuery } from "@/components/session/companies";
import { call } from "@/lib/api";

export const peopleQuery = queryOptions({
  queryKey: ["people"] as const,
  queryFn: ({ signal }) => call("GET /people/", { signal }),
});

/** What a change of the company's people may change; one's own role is among the companies. */
export const peopleKeys = [peopleQuery.queryKey, companiesQuery.queryKey] as const;

/** Whether a change of the company's people is under way. */
export function usePeopleChanging(): boolean {
  return useIsMutating({ mutationKey: peopleQuery.queryKey }) > 0;
}
