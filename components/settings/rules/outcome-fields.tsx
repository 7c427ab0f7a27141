import { useState } from "react";
import { AccountChoice } from "@/components/deposit-parts/account-choice";
import { MoneyInWarning } from "@/components/deposit-parts/money-in-warning";
import { TagFields } from "@/components/deposit-parts/tag-fields";
import { useLedger } from "@/components/session/companies";
import { ReceiptFields } from "@/components/settings/rules/receipt-fields";
import {
  chosenTags,
  outcomesOf,
  type RuleFieldsProps,
  type RuleForm,
} from "@/components/settings/rules/rule-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { type AccountGroup, USUAL_GROUPS } from "@/lib/constants/bookings";
import { WAIT_NOTE_LENGTH } from "@/lib/constants/planned-payments";
import type { RuleKind } from "@/lib/constants/rules";
import type { LedgerWords } from "@/lib/ledger-words";

/** What the rule does with its lines. */
export function OutcomeFields(props: RuleFieldsProps) {
  const ledger = useLedger();
  const { form, errors, onChange } = props;
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 text-sm font-semibold">What happens</legend>
      <Field label="Action">
        {(control) => (
          <NativeSelect
            {...control}
            value={form.does}
            onChange={({ target }) => {
              const does = outcomesOf(form.kind).find((each) => each === target.value);
              if (does) onChange({ does });
            }}
          >
            {outcomesOf(form.kind).map((does) => (
              <option key={does} value={does}>
                {outcomeWords(does, form.kind, ledger)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      {form.does === "receipt" && <ReceiptFields {...props} />}
      {form.does === "account" && <AccountFields {...props} />}
      {form.does === "wait" && (
        <div className="grid gap-4 sm:grid-cols-[10rem_1fr]">
          <Field label="Days" hint="Counted from the payout's date." error={errors.days}>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                maxLength={3}
                value={form.days}
                onChange={({ target }) => onChange({ days: target.value })}
              />
            )}
          </Field>
          <Field label="Note (optional)">
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                maxLength={WAIT_NOTE_LENGTH}
                value={form.note}
                onChange={({ target }) => onChange({ note: target.value })}
              />
            )}
          </Field>
        </div>
      )}
    </fieldset>
  );
}

/** The account that lines are booked to, for whom, and for what part of the business. */
function AccountFields({ form, errors, onChange }: RuleFieldsProps) {
  const [group, setGroup] = useState<AccountGroup>();
  return (
    <>
      <Field label="Account" error={errors.account}>
        {(control) => (
          <AccountChoice
            {...control}
            chosen={form.account}
            none="Choose an account"
            {...(form.kind === "charge" && { usual: USUAL_GROUPS.charge })}
            onChoose={(account) => {
              setGroup(account?.group);
              onChange({ account: account && { Id: account.Id, Name: account.Name } });
            }}
          />
        )}
      </Field>
      {form.kind === "charge" && form.account && group && (
        <MoneyInWarning account={{ ...form.account, group }} />
      )}
      <TagFields
        tags={chosenTags(form)}
        onChange={({ customer, class: ofClass }) =>
          onChange({ for_customer: customer, class: ofClass })
        }
      />
    </>
  );
}

function outcomeWords(does: RuleForm["does"], kind: RuleKind, { receipts }: LedgerWords): string {
  if (does === "account") return "Book to an account";
  if (does === "wait") return "Postpone";
  if (kind === "charge") return `Record a ${receipts.SalesReceipt.one}`;
  return kind === "refund" ? `Record a ${receipts.RefundReceipt.one}` : "Record a receipt";
}
