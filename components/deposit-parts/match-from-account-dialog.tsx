import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { paymentAccountQuery } from "@/components/deposit-parts/existing-queries";
import { SettingDialog } from "@/components/deposit-parts/setting-dialog";
import { useSavePaymentAccount } from "@/components/deposit-parts/use-save-payment-account";
import { useLedger } from "@/components/session/companies";
import { DateField } from "@/components/ui/date-field";
import { DateText } from "@/components/ui/date-text";
import type { PaymentAccountView } from "@/lib/contracts/payment-account";

/** Asks from which day the payments of one account are matched; the other settings of the ledger stay out of it. */
export default function MatchFromAccountDialog({
  account,
  onSaved,
  onClose,
}: {
  /** Its name in the ledger. */
  account: string;
  onSaved: () => void;
  onClose: () => void;
}) {
  const ledger = useLedger();
  const settings = useQuery(paymentAccountQuery);
  const [changed, setDay] = useState<string | null>(null);
  const save = useSavePaymentAccount({ onSaved });
  const { data } = settings;
  const found = data && findAccount(data, account);
  const day = changed ?? found?.from ?? "";
  return (
    <SettingDialog
      title={`Match from ${account}`}
      description={`Payments in ${account} are matched too. Each deposit we post to ${ledger.name} moves its payments from there to the bank account.`}
      settings={settings}
      failed="Couldn't load the settings"
      action="Match from there"
      canSave={found !== undefined}
      proposes={found !== undefined}
      saving={save.isPending}
      onSave={() => {
        if (found && day !== "") save.mutate(withAccount(data, found.Id, day));
      }}
      onClose={onClose}
    >
      {found ? (
        <>
          <DateField
            stacked
            label="Payments dated from"
            value={day}
            error={day === "" ? "Enter a date." : undefined}
            onChange={setDay}
          />
          <p className="text-caption text-pretty text-muted-foreground">
            {found.isMatched ? (
              <>
                Payments dated <DateText date={found.from} /> or later are matched already.
              </>
            ) : (
              "We ignore earlier payments."
            )}{" "}
            Pick a date after your last manual transfer from this account, so nothing is deposited
            twice.
          </p>
        </>
      ) : (
        <p role="alert" className="text-sm">
          {`${account} is inactive in ${ledger.name}, or payments can't wait in it.`}
        </p>
      )}
    </SettingDialog>
  );
}

/** A chosen account with its day, or one to choose with the day that is proposed. */
function findAccount({ accounts, payment_accounts, from }: PaymentAccountView, name: string) {
  const chosen = payment_accounts.find(({ Name }) => Name === name);
  if (chosen) return { ...chosen, isMatched: true };
  const listed = accounts.find(({ Name }) => Name === name);
  return listed && { ...listed, from, isMatched: false };
}

/** All chosen accounts are saved together: the others stay as they are. */
function withAccount({ payment_accounts }: PaymentAccountView, id: string, from: string) {
  const kept = payment_accounts.map((each) => ({
    ...{ account_id: each.Id, from: each.from, connection_id: each.connection_id },
  }));
  const isChosen = kept.some(({ account_id }) => account_id === id);
  return {
    payment_accounts: isChosen
      ? kept.map((each) => (each.account_id === id ? { ...each, from } : each))
      : [...kept, { account_id: id, from, connection_id: null }],
  };
}
