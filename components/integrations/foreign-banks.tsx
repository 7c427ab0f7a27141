import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { refreshBooks } from "@/components/deposit-parts/refresh-books";
import { AccountSelect } from "@/components/integrations/account-select";
import { bankSettingsQuery, integrationKeys } from "@/components/integrations/queries";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { BankSettings, saveBankSetting } from "@/lib/contracts/line-settings";

type Bank = BankSettings["banks"][number];

/** What the user has chosen so far, by source and currency; "" for the company's account. */
export type BankChoices = Readonly<Record<string, string>>;

export function bankChoiceKey({ integration_type, currency }: Bank): string {
  return `${integration_type} ${currency}`;
}

/** A bank account for each source and currency: asked for where there is more than one of them. */
export function ForeignBanks({
  choices,
  onChoose,
}: {
  choices: BankChoices;
  onChoose: (choices: BankChoices) => void;
}) {
  const { data } = useQuery(bankSettingsQuery);
  if (!data || data.banks.length < 2) return null;
  return data.banks.map((bank) => {
    const key = bankChoiceKey(bank);
    const fitting = data.accounts.filter(
      ({ currency }) => currency === bank.currency || currency === data.home_currency,
    );
    return (
      <AccountSelect
        key={key}
        label={`${bank.name} payouts in ${bank.currency}`}
        placeholder={bank.otherwise ? `As above (${bank.otherwise.Name})` : "Select bank account"}
        {...(bank.otherwise === null && {
          note: `Choose an account to post ${bank.currency} payouts.`,
        })}
        emptyText={`There is no bank account in ${bank.currency}. Add one in your books, then come back.`}
        accounts={fitting}
        chosen={choices[key] ?? bank.account?.Id ?? ""}
        onChoose={(id) => onChoose({ ...choices, [key]: id })}
      />
    );
  });
}

/** Saves the changed ones, one after the other. */
export function useSaveBanks() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (bodies: BodyOf<typeof saveBankSetting>[]) => {
      for (const body of bodies) await call("PUT /settings/banks/", { body });
    },
    onError: (error) =>
      toast.error("Failed to save bank account settings", { description: error.message }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: integrationKeys.all }),
        refreshBooks(client),
      ]),
  });
}
