import { useQuery } from "@tanstack/react-query";
import { AccountChoice } from "@/components/deposit-parts/account-choice";
import { accountsQuery } from "@/components/deposit-parts/existing-queries";
import { ReloadLists } from "@/components/deposit-parts/reload-lists";
import { useLedger } from "@/components/session/companies";
import { Field } from "@/components/ui/field";
import type { AccountGroup } from "@/lib/constants/bookings";

/** An account as the books name it. */
export interface ChosenAccount {
  Id: string;
  Name: string;
  group: AccountGroup;
}

/** "Book to": the account that a line of the Deposit is booked to. */
export function AccountField({
  chosen,
  currency,
  usual,
  names,
  error,
  onChoose,
}: {
  chosen: ChosenAccount | null;
  /** Of the deposit. */
  currency: string;
  /** The groups that such a line is usually booked to: they come first. */
  usual?: readonly AccountGroup[];
  /** What such accounts are called: they come before all groups. */
  names?: readonly RegExp[] | undefined;
  /** Why the booking failed. */
  error: string | undefined;
  onChoose: (account: ChosenAccount | null) => void;
}) {
  const ledger = useLedger();
  const accounts = useQuery(accountsQuery);
  const isUnavailable = accounts.error !== null || accounts.data?.accounts.length === 0;
  return (
    <Field
      label="Book to"
      hint={isUnavailable ? `Connect ${ledger.name} to choose from its accounts.` : <ReloadLists />}
      error={error}
    >
      {(control) => (
        <AccountChoice
          {...control}
          chosen={chosen}
          none="Choose an account"
          currency={currency}
          {...(usual && { usual })}
          names={names}
          onChoose={onChoose}
        />
      )}
    </Field>
  );
}
