import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { clearingQuery } from "@/components/deposit-parts/existing-queries";
import { SettingDialog } from "@/components/deposit-parts/setting-dialog";
import { NameChoice, type Named } from "@/components/deposit-parts/tag-fields";
import { useSaveClearing } from "@/components/deposit-parts/use-save-payment-account";
import { useLedger } from "@/components/session/companies";
import { Field } from "@/components/ui/field";

/** Asks for the account for negative payouts alone; what waits for it is posted then. */
export default function NegativePayoutAccountDialog({
  onSaved,
  onClose,
}: {
  onSaved: () => void;
  onClose: () => void;
}) {
  const ledger = useLedger();
  const settings = useQuery(clearingQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const save = useSaveClearing({ onSaved });
  const accounts = settings.data?.accounts ?? [];
  const id = chosen ?? obviousClearing(accounts);
  return (
    <SettingDialog
      title="Account for negative payouts"
      description={`${ledger.name} can't record a negative deposit. The payout is posted as a deposit of zero, and what the bank withdraws is booked to this account.`}
      settings={settings}
      failed="Couldn't load the accounts"
      action="Save"
      canSave={id !== null}
      proposes={id !== null && chosen === null}
      saving={save.isPending}
      onSave={() => save.mutate(accounts.find(({ Id }) => Id === id))}
      onClose={onClose}
    >
      <Field
        label="Account"
        hint={
          accounts.length > 0
            ? "Categorize the bank withdrawal to this account too."
            : `${ledger.name} has no Other Current Assets accounts. Add one there, then come back.`
        }
      >
        {(control) => (
          <NameChoice
            {...control}
            value={id}
            names={accounts}
            none="Select account"
            onChoose={setChosen}
          />
        )}
      </Field>
    </SettingDialog>
  );
}

/** The account that is plainly for this, by its name; null where none or several are. */
function obviousClearing(accounts: readonly Named[]): string | null {
  const [found, second] = accounts.filter(({ Name }) => /clearing|in transit/i.test(Name));
  return found && !second ? found.Id : null;
}
