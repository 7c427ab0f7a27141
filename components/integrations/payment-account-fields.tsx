"use client";

import { NameChoice } from "@/components/books/name-choice";
import { DateField } from "@/components/ui/date-field";
import { Field } from "@/components/ui/field";
import type { PaymentAccountView } from "@/lib/contracts/payment-account";

export interface PaymentAccountChoice {
  /** Null: payments wait in Undeposited Funds only. */
  account_id: string | null;
  from: string;
}

/** An account whose payments are matched beside those in Undeposited Funds, and from which day on. */
export function PaymentAccountFields({
  ledger,
  saved,
  value,
  onChange,
}: {
  ledger: string;
  saved: PaymentAccountView;
  value: PaymentAccountChoice;
  onChange: (value: PaymentAccountChoice) => void;
}) {
  return (
    <>
      <Field
        label="Also match payments in (optional)"
        hint={`Some shops and connectors book payments to a clearing account instead of Undeposited Funds. Choose it here, and each deposit we post to ${ledger} moves its payments from there to the bank account.`}
      >
        {(control) => (
          <NameChoice
            {...control}
            value={value.account_id}
            names={saved.accounts}
            saved={saved.account}
            none="Undeposited Funds only"
            onChoose={(account_id) => onChange({ ...value, account_id })}
          />
        )}
      </Field>
      {value.account_id !== null && (
        <div className="grid gap-2">
          <DateField
            stacked
            label="Payments dated from"
            value={value.from}
            error={value.from === "" ? "Enter a date." : undefined}
            onChange={(from) => onChange({ ...value, from })}
          />
          <p className="text-caption text-pretty text-muted-foreground">
            Earlier payments are left alone. Choose a day after your last transfer from this account
            to the bank by hand, or money that is in the bank already gets deposited twice.
          </p>
        </div>
      )}
    </>
  );
}
