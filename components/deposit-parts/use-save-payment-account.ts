import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CONNECTIONS, refreshBooks } from "@/components/deposit-parts/refresh-books";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { savePaymentAccount } from "@/lib/contracts/payment-account";
import { describeProvider, LEDGER } from "@/lib/providers/list";

/** Saves the accounts whose payments are matched. */
export function useSavePaymentAccount({ onSaved }: { onSaved: () => void }) {
  const refresh = useRefreshSettings();
  return useMutation({
    mutationFn: (body: BodyOf<typeof savePaymentAccount>) =>
      call("PUT /settings/payment-account/", { body }),
    onSuccess: async ({ message }) => {
      await refresh();
      toast.success(message);
      onSaved();
    },
    onError: (error) =>
      toast.error("Failed to save where payments wait", { description: error.message }),
  });
}

/** Saves the account for negative payouts. Undefined when the choice is not among the loaded accounts (any more): that fails. */
export function useSaveClearing({ onSaved }: { onSaved: () => void }) {
  const refresh = useRefreshSettings();
  return useMutation({
    mutationFn: async (choice: { Id: string; Name: string } | undefined) => {
      if (!choice) throw new Error("not among the loaded accounts");
      return call(describeProvider(LEDGER).endpoints.saveClearing, {
        body: { account_id: choice.Id, account_name: choice.Name },
      });
    },
    onSuccess: async () => {
      await refresh();
      toast.success("Account for negative payouts saved");
      onSaved();
    },
    onError: (error) =>
      toast.error("Failed to save the account for negative payouts", {
        description: error.message,
      }),
  });
}

/** What is chosen shows on the cards of Integrations, and decides what the books still wait for. */
export function useRefreshSettings() {
  const client = useQueryClient();
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: [...CONNECTIONS, "list"] }),
      client.invalidateQueries({ queryKey: [...CONNECTIONS, "settings"] }),
    ]);
    void refreshBooks(client);
  };
}
