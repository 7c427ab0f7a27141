import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { refreshBooks } from "@/components/deposits/books";
import { integrationKeys } from "@/components/integrations/queries";
import { call } from "@/lib/api";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import {
  cancelSync,
  quickbooksConnect,
  quickbooksDisconnect,
  saveBank,
  saveStripeCategory,
  stripeConnect,
  stripeDisconnect,
  stripeSync,
  type syncRunList,
} from "@/lib/contracts/integrations";

export const mutationKeys = {
  stripe: ["integrations", "change", "stripe"],
  quickbook: ["integrations", "change", "quickbook"],
} as const;

export function useConnectStripe() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: mutationKeys.stripe,
    mutationFn: (body: BodyOf<typeof stripeConnect>) => call(stripeConnect, { body }),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: integrationKeys.all });
      toast.success(message);
    },
    onError: (error) =>
      toast.error("Could not connect to Stripe. Please try again later.", {
        description: error.message,
      }),
  });
}

/** Leaves the page: QuickBooks asks for consent on its own. */
export function useConnectQuickbooks() {
  return useMutation({
    mutationKey: mutationKeys.quickbook,
    mutationFn: () => call(quickbooksConnect),
    onSuccess: ({ authorization_url }) => window.location.assign(authorization_url),
    onError: () => toast.error("Could not connect to QuickBooks. Please try again later."),
  });
}

const DISCONNECT = {
  stripe: { endpoint: stripeDisconnect, name: "Stripe" },
  quickbook: { endpoint: quickbooksDisconnect, name: "QuickBooks" },
} as const;

export function useDisconnect(id: keyof typeof DISCONNECT) {
  const client = useQueryClient();
  const { endpoint, name } = DISCONNECT[id];
  return useMutation({
    mutationKey: mutationKeys[id],
    mutationFn: () => call(endpoint),
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: integrationKeys.all }),
        refreshBooks(client),
      ]);
      toast.success(`Successfully disconnected from ${name}`);
    },
    onError: () => toast.error(`Failed to disconnect from ${name}`),
  });
}

export function useSaveBank() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof saveBank>) => call(saveBank, { body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: integrationKeys.list() });
      toast.success("Bank account settings saved successfully");
      return refreshBooks(client);
    },
    onError: () => toast.error("Failed to save bank account settings"),
  });
}

export function useSaveStripeCategory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (category: BodyOf<typeof saveStripeCategory>["category"]) =>
      call(saveStripeCategory, { body: { category } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: integrationKeys.list() });
      toast.success("Expense category saved successfully");
      return refreshBooks(client);
    },
    onError: () => toast.error("Failed to save expense category"),
  });
}

/** Starts the sync; its run then shows in the list of runs, which follows it to its end. */
export function useSyncStripe() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(stripeSync, { query: { wait: 0 } }),
    onSuccess: ({ run }) => {
      client.setQueryData<ResponseOf<typeof syncRunList>>(integrationKeys.runs(), (before) => ({
        runs: [run, ...(before?.runs ?? []).filter(({ id }) => id !== run.id)],
      }));
      return client.invalidateQueries({ queryKey: integrationKeys.runs() });
    },
    onError: (error) =>
      toast.error("Could not sync Stripe payouts. Please try again later.", {
        description: error.message,
      }),
  });
}

export function useCancelSync() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (run_id: string) => call(cancelSync, { body: { run_id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: integrationKeys.runs() }),
    onError: (error) => toast.error(error.message),
  });
}
