import { Plus, Trash2 } from "lucide-react";
import { NameChoice } from "@/components/deposit-parts/tag-fields";
import { Button } from "@/components/ui/button";
import { DateField } from "@/components/ui/date-field";
import { Field } from "@/components/ui/field";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { PaymentAccountView, savePaymentAccount } from "@/lib/contracts/payment-account";

/** An account as it is being chosen. */
export interface PaymentAccountChoice {
  /** Null until one is. */
  account_id: string | null;
  from: string;
  connection_id: string | null;
}

/** The chosen accounts as they are saved. */
export function choicesOf({ payment_accounts }: PaymentAccountView): PaymentAccountChoice[] {
  return payment_accounts.map(({ Id, from, connection_id }) => ({
    ...{ account_id: Id, from, connection_id },
  }));
}

/** What is to be saved; null where it is what was saved before, or a day is missing. */
export function paymentAccountsToSave(
  choices: readonly PaymentAccountChoice[] | null,
  saved: PaymentAccountView | undefined,
): BodyOf<typeof savePaymentAccount> | null {
  if (!choices || !saved) return null;
  const payment_accounts = toBody(choices);
  if (payment_accounts.some(({ from }) => from === "")) return null;
  const isSame = JSON.stringify(payment_accounts) === JSON.stringify(toBody(choicesOf(saved)));
  return isSame ? null : { payment_accounts };
}

function toBody(choices: readonly PaymentAccountChoice[]) {
  return choices.flatMap(({ account_id, from, connection_id }) =>
    account_id === null ? [] : { account_id, from, connection_id },
  );
}

/**
 * The accounts whose payments are matched, each from a day on: beside Undeposited Funds or, in a ledger without, in place
 * of it, where an account may be one processor's own.
 */
export function PaymentAccounts({
  ledger,
  saved,
  choices,
  onChange,
}: {
  ledger: string;
  saved: PaymentAccountView;
  choices: readonly PaymentAccountChoice[];
  onChange: (choices: PaymentAccountChoice[]) => void;
}) {
  const empty = { account_id: null, from: saved.from, connection_id: null };
  const rows = choices.length > 0 ? choices : [empty];
  const isFull = rows.length >= saved.accounts.length;
  const change = (index: number, changed: Partial<PaymentAccountChoice>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...changed } : row)));
  const isEmpty = rows.every(({ account_id }) => account_id === null);
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 text-sm font-medium">
        {saved.has_undeposited_funds ? "Payments outside Undeposited Funds" : "Where payments wait"}
      </legend>
      <p className="text-caption text-pretty text-muted-foreground">
        {saved.has_undeposited_funds
          ? `Some shops and connectors book payments to a clearing account instead of Undeposited Funds. Choose it here, and each deposit we post to ${ledger} moves its payments from there to the bank account.`
          : `${ledger} has no Undeposited Funds: payments wait in clearing accounts, often one for each processor and currency. Each payout we post takes its payments out of one.`}
      </p>
      {isEmpty && !saved.has_undeposited_funds && (
        <p className="rounded-md bg-warning-surface px-3 py-2 text-sm text-pretty">
          {saved.accounts.length > 0
            ? "Nothing can be matched until you choose the account that your customers' payments are booked to, such as “PayPal” or “Stripe Clearing”."
            : `${ledger} has no account that payments could wait in. Add a bank account for your processor there, or enable payments to a current asset account, then come back.`}
        </p>
      )}
      {rows.map((row, index) => (
        <PaymentAccountRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity until its account is chosen
          key={index}
          {...{ saved, row, index }}
          taken={rows.flatMap(({ account_id }, at) => (at === index ? [] : (account_id ?? [])))}
          onChange={(changed) => change(index, changed)}
          onRemove={() => onChange(rows.filter((_, at) => at !== index))}
        />
      ))}
      {!isEmpty && !isFull && rows.every(({ account_id }) => account_id !== null) && (
        <Button
          type="button"
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange([...rows, empty])}
        >
          <Plus aria-hidden="true" />
          Add account
        </Button>
      )}
    </fieldset>
  );
}

function PaymentAccountRow({
  saved,
  row,
  index,
  taken,
  onChange,
  onRemove,
}: {
  saved: PaymentAccountView;
  row: PaymentAccountChoice;
  index: number;
  /** Accounts of other rows. */
  taken: readonly string[];
  onChange: (changed: Partial<PaymentAccountChoice>) => void;
  onRemove: () => void;
}) {
  const { account_id, connection_id, from } = row;
  const known = [...saved.accounts, ...saved.payment_accounts];
  const account = known.find(({ Id }) => Id === account_id);
  const hasCurrencies = new Set(known.map(({ currency }) => currency)).size > 1;
  const names = saved.accounts
    .filter(({ Id }) => !taken.includes(Id))
    .map(({ Id, Name, currency }) => ({
      Id,
      Name: hasCurrencies ? `${Name} (${currency})` : Name,
    }));
  const [label, none] = saved.has_undeposited_funds
    ? ["Payments also arrive in (optional)", "Undeposited Funds only"]
    : ["Payments arrive in", "Select account"];
  const whose = saved.sources.map((each) => ({ Id: each.connection_id, Name: each.name }));
  return (
    <fieldset
      aria-label={account?.Name ?? `Account ${index + 1}`}
      className="grid min-w-0 gap-3 rounded-md border p-3"
    >
      <Field label={label}>
        {(control) => (
          <NameChoice
            {...control}
            value={account_id}
            names={names}
            saved={account}
            none={none}
            // Of books that need one, it is a question and no answer.
            data-placeholder={account_id === null && !saved.has_undeposited_funds ? "" : undefined}
            onChoose={(id) => onChange({ account_id: id })}
          />
        )}
      </Field>
      {account_id !== null && (
        <>
          {saved.sources.length > 0 && (
            <Field
              label="Whose payments"
              hint="Only that processor's payouts are then matched with them."
            >
              {(control) => (
                <NameChoice
                  {...control}
                  value={connection_id}
                  names={whose}
                  saved={
                    connection_id === null
                      ? null
                      : { Id: connection_id, Name: "A disconnected processor" }
                  }
                  none="Any processor"
                  onChoose={(id) => onChange({ connection_id: id })}
                />
              )}
            </Field>
          )}
          <DateField
            stacked
            label="Payments dated from"
            value={from}
            error={from === "" ? "Enter a date." : undefined}
            onChange={(day) => onChange({ from: day })}
          />
          {index === 0 && (
            <p className="text-caption text-pretty text-muted-foreground">
              We ignore earlier payments. Pick a date after your last manual transfer from this
              account, so nothing is deposited twice.
            </p>
          )}
          <Button
            type="button"
            variant="ghost"
            size="sm"
            className="justify-self-start"
            aria-label={`Remove ${account?.Name ?? "account"}`}
            onClick={onRemove}
          >
            <Trash2 aria-hidden="true" />
            Remove
          </Button>
        </>
      )}
    </fieldset>
  );
}
