import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { groupAccounts } from "@/components/deposit-parts/account-choice";
import { accountsQuery } from "@/components/deposit-parts/existing-queries";
import { MoneyInWarning } from "@/components/deposit-parts/money-in-warning";
import { TagFields } from "@/components/deposit-parts/tag-fields";
import type { Account, Difference } from "@/components/manual-match/selection";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import {
  Select,
  SelectContent,
  SelectGroup,
  SelectItem,
  SelectLabel,
  SelectTrigger,
  SelectValue,
} from "@/components/ui/select";
import { TextLink } from "@/components/ui/text-link";
import { DIFFERENCE_NOTE_LENGTH } from "@/lib/constants/matches";
import { parseDecimal } from "@/lib/money";
import type { ExactCharge } from "./line-ties";

/** Accepts what is left over, on any account that the user picks, with a note for the books. */
export function DifferenceField({
  amount,
  currency,
  difference,
  exact,
  onChange,
}: {
  /** What is left over, positive for money that comes in. */
  amount: string;
  currency: string;
  difference: Difference;
  /** The charge that is exactly this difference. */
  exact: ExactCharge | null;
  onChange: (difference: Difference) => void;
}) {
  const { account, note, tags } = difference;
  return (
    <div className="grid gap-3">
      {exact && (
        <p role="status" className="flex gap-2 text-sm">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
          <span>
            This is exactly {exact.what}.{" "}
            <TextLink href={`/transaction/${exact.depositId}?line=${exact.lineId}`}>
              Record it instead?
            </TextLink>
          </span>
        </p>
      )}
      <AccountField
        label={
          <span>
            Record the <Amount value={amount} currency={currency} /> difference to
          </span>
        }
        currency={currency}
        account={account}
        onChange={(chosen) => onChange({ ...difference, account: chosen })}
      />
      {account && parseDecimal(amount, currency) > 0 && <MoneyInWarning account={account} />}
      {account && (
        <TagFields tags={tags} onChange={(next) => onChange({ ...difference, tags: next })} />
      )}
      {account && (
        <Field label="Note (optional)">
          {(control) => (
            <Input
              {...control}
              maxLength={DIFFERENCE_NOTE_LENGTH}
              value={note}
              onChange={({ target }) => onChange({ ...difference, note: target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

function AccountField({
  label,
  currency,
  account,
  onChange,
}: {
  label: ReactNode;
  currency: string;
  account: Account | null;
  onChange: (account: Account) => void;
}) {
  const ledger = useLedger();
  const { data, isPending } = useQuery(accountsQuery);
  const groups = groupAccounts(data?.accounts ?? [], {
    currencies: [data?.home_currency, currency].filter((each) => each !== undefined),
    usual: [],
  });
  const none = !isPending && groups.length === 0;
  return (
    <Field label={label} hint={none && `${ledger.name} has no accounts to choose from.`}>
      {(control) => (
        <Select
          value={account?.Id ?? ""}
          onValueChange={(value) => {
            const chosen = data?.accounts.find(({ Id }) => Id === value);
            if (chosen) onChange(chosen);
          }}
          disabled={groups.length === 0}
        >
          <SelectTrigger {...control} className="w-full">
            <SelectValue placeholder={isPending ? "Loading accounts..." : "Choose an account"} />
          </SelectTrigger>
          <SelectContent>
            {groups.map(({ group, accounts }) => (
              <SelectGroup key={group}>
                <SelectLabel>{group}</SelectLabel>
                {accounts.map(({ Id, Name }) => (
                  <SelectItem key={Id} value={Id}>
                    {Name}
                  </SelectItem>
                ))}
              </SelectGroup>
            ))}
          </SelectContent>
        </Select>
      )}
    </Field>
  );
}
