import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { COMPANIES } from "@/lib/query-client";

const LOOK_AGAIN_MS = 20_000;

/** Every company of the user, with its open work; refreshed while the page is open. */
export const overviewQuery = queryOptions({
  queryKey: [...COMPANIES, "overview"] as const,
  queryFn: ({ signal }) => call("GET /companies/overview/", { signal }),
  refetchInterval: LOOK_AGAIN_MS,
});

export function useSyncCompanies() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (company_ids: string[]) => call("POST /companies/sync/", { body: { company_ids } }),
    onSuccess: ({ message, started }) => {
      if (started === 0) toast("Nothing to sync: none of these companies is connected.");
      else toast.success(message);
    },
    onError: (error) => toast.error("Couldn't start the sync", { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: overviewQuery.queryKey }),
  });
}
