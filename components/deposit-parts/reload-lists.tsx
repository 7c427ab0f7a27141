import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLedger } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import { accountsQuery, lineListsQuery, receiptListsQuery } from "./existing-queries";

const RELOAD = { query: { reload: "true" } } as const;

/** Reloads the ledger's lists, which the server caches for a few minutes, to show what was just added there. */
export function ReloadLists() {
  const ledger = useLedger();
  const client = useQueryClient();
  const reload = useMutation({
    mutationFn: async () => {
      const isShown = ({ queryKey }: { queryKey: readonly unknown[] }) =>
        client.getQueryState(queryKey) !== undefined;
      await Promise.all([
        isShown(accountsQuery) &&
          call("GET /qb/accounts/", RELOAD).then((lists) =>
            client.setQueryData(accountsQuery.queryKey, lists),
          ),
        isShown(lineListsQuery) &&
          call("GET /qb/line-lists/", RELOAD).then((lists) =>
            client.setQueryData(lineListsQuery.queryKey, lists),
          ),
        isShown(receiptListsQuery) &&
          call("GET /qb/lists/", RELOAD).then((lists) =>
            client.setQueryData(receiptListsQuery.queryKey, lists),
          ),
      ]);
    },
    onError: (error) => toast.error("Couldn't reload the list", { description: error.message }),
  });
  return (
    <>
      Just added in {ledger.name}?{" "}
      <Button
        type="button"
        variant="link"
        className="h-auto p-0 text-caption"
        onClick={() => reload.mutate()}
        disabled={reload.isPending}
      >
        {reload.isPending ? "Reloading…" : "Reload the list"}
      </Button>
    </>
  );
}
