import { useMutation } from "@tanstack/react-query";
import { useRefreshSettings } from "@/components/deposit-parts/use-save-payment-account";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { DiscountSettings } from "@/lib/contracts/discount-settings";
import type { LedgerProvider, SourceProvider } from "@/lib/providers/list";
import { withReason } from "./runs";

export interface Account {
  Id: string;
  Name: string;
}

/** Undefined when the choice is not among the loaded accounts (any more): that fails. */
type Choice = Account | undefined;

interface Outcome {
  onSaved: () => void;
}

export function useSaveBank({ endpoints }: LedgerProvider, { onSaved }: Outcome) {
  const refresh = useRefreshSettings();
  return useMutation({
    mutationFn: async (choice: Choice) => {
      const bank = demandListed(choice);
      return call(endpoints.saveBank, { body: { bank_id: bank.Id, bank_name: bank.Name } });
    },
    onSuccess: async () => {
      await refresh();
      toast.success("Bank account settings saved successfully");
      onSaved();
    },
    onError: (error) => toast.error("Failed to save bank account settings", withReason(error)),
  });
}

export function useSaveCategory(provider: SourceProvider) {
  const refresh = useRefreshSettings();
  return useMutation({
    mutationFn: async (choice: Choice) =>
      call(provider.endpoints.saveCategory, { body: { category: demandListed(choice) } }),
    onSuccess: async () => {
      await refresh();
      toast.success("Expense category saved successfully");
    },
    onError: (error) => toast.error("Failed to save expense category", withReason(error)),
  });
}

interface AccountChoices {
  bank: Choice;
  categories: readonly { provider: SourceProvider; category: Choice }[];
}

/** One after the other: what is saved stays so when a later one fails, and saving again goes on. */
export function useSaveAccounts({ endpoints }: LedgerProvider, { onSaved }: Outcome) {
  const refresh = useRefreshSettings();
  return useMutation({
    mutationFn: async ({ bank, categories }: AccountChoices) => {
      const { Id, Name } = demandListed(bank);
      await call(endpoints.saveBank, { body: { bank_id: Id, bank_name: Name } });
      for (const { provider, category } of categories) {
        await call(provider.endpoints.saveCategory, { body: { category: demandListed(category) } });
      }
    },
    onSuccess: () => {
      toast.success("Accounts saved");
      onSaved();
    },
    onError: (error) => toast.error("Failed to save the accounts", withReason(error)),
    onSettled: refresh,
  });
}

export function useSaveDiscount(provider: SourceProvider) {
  const refresh = useRefreshSettings();
  return useMutation({
    mutationFn: async (body: DiscountSettings) => {
      if (provider.reportsFees) throw new Error(`${provider.name} reports its fees`);
      return call(provider.endpoints.saveDiscount, { body });
    },
    onSuccess: async () => {
      await refresh();
      toast.success("Discount rate saved successfully");
    },
    onError: (error) => toast.error("Failed to save discount rate", withReason(error)),
  });
}

function demandListed(choice: Choice): Account {
  if (!choice) throw new Error("not among the loaded accounts");
  return choice;
}
