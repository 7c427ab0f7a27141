import { useQuery } from "@tanstack/react-query";
import { expensesQuery } from "@/components/books/account-queries";
import type { Account } from "@/components/manual-match/selection";
import { Amount } from "@/components/ui/amount";
import { Field } from "@/components/ui/field";
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from "@/components/ui/select";

/** Accepts what is left over, on an account that the user picks. */
export function DifferenceField({
  difference,
  currency,
  account,
  onChange,
}: {
  difference: string;
  currency: string;
  account: Account | null;
  onChange: (account: Account) => void;
}) {
  const { data, isPending } = useQuery(expensesQuery);
  const accounts = data?.expenses ?? [];
  const none = !isPending && accounts.length === 0;
  return (
    <Field
      label={
        <span>
          Record the <Amount value={difference} currency={currency} /> difference to
        </span>
      }
      hint={none && "QuickBooks has no expense accounts."}
    >
      {(control) => (
        <Select
          value={account?.Id ?? ""}
          onValueChange={(value) => {
            const chosen = accounts.find(({ Id }) => Id === value);
            if (chosen) onChange(chosen);
          }}
          disabled={accounts.length === 0}
        >
          <SelectTrigger {...control} className="w-full">
            <SelectValue placeholder={isPending ? "Loading accounts..." : "Choose an account"} />
          </SelectTrigger>
          <SelectContent>
            {accounts.map(({ Id, Name }) => (
              <SelectItem key={Id} value={Id}>
                {Name}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      )}
    </Field>
  );
}
