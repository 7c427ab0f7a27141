import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { receiptListsQuery } from "@/components/deposit-parts/existing-queries";
import { NameChoice } from "@/components/deposit-parts/tag-fields";
import { useLedger } from "@/components/session/companies";
import { customerSearchQuery } from "@/components/settings/rules/queries";
import type { RuleFieldsProps } from "@/components/settings/rules/rule-form";
import { Field } from "@/components/ui/field";
import { useFormatPreferences } from "@/components/ui/format-preferences";
import { Input } from "@/components/ui/input";
import { SearchChoice } from "@/components/ui/search-choice";
import { Skeleton } from "@/components/ui/skeleton";
import { useDebounced } from "@/components/ui/use-debounced";
import { MEMO_LENGTH } from "@/lib/constants/planned-payments";
import type { LedgerWords } from "@/lib/ledger-words";

export function ReceiptFields({ form, errors, onChange }: RuleFieldsProps) {
  const ledger = useLedger();
  const { data, error, isPending } = useQuery(receiptListsQuery);
  const { tax } = useFormatPreferences();
  const { items = [], tax_codes = [], classes = [] } = data ?? {};
  const lists = [
    { name: "item", label: "Product or service", names: items, none: "Choose one" },
    {
      name: "tax_code",
      label: `${tax.name} code`,
      names: tax_codes,
      none: tax.asked ? "Choose one" : "No tax code",
    },
    { name: "class", ...ledger.class, names: classes },
  ] as const;
  const customer = <CustomerChoice form={form} errors={errors} onChange={onChange} />;
  // The ledger's lists decide which fields there are; shown earlier, fields would move when the lists arrive.
  if (isPending)
    return (
      <>
        {customer}
        <Skeleton className="h-36" />
      </>
    );
  return (
    <>
      {customer}
      <div className="grid gap-4 sm:grid-cols-2">
        {lists
          .filter(({ name, names }) => name === "item" || names.length > 0 || form[name])
          .map(({ name, label, names, none }) => (
            <Field
              key={name}
              label={label}
              hint={name === "item" && error && `Couldn't load the list. ${error.message}`}
              error={errors[name]}
            >
              {(control) => (
                <NameChoice
                  {...control}
                  value={form[name]?.Id ?? null}
                  names={names}
                  saved={form[name]}
                  none={none}
                  onChoose={(id) => {
                    const chosen = names.find(({ Id }) => Id === id);
                    onChange({ [name]: chosen ? { Id: chosen.Id, Name: chosen.Name } : null });
                  }}
                />
              )}
            </Field>
          ))}
        <Field label="Memo (optional)" hint="Without one, the processor's description.">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              maxLength={MEMO_LENGTH}
              value={form.memo}
              onChange={({ target }) => onChange({ memo: target.value })}
            />
          )}
        </Field>
      </div>
    </>
  );
}

/** One customer for all receipts, or each line's own. */
function CustomerChoice({ form, errors, onChange }: RuleFieldsProps) {
  const ledger = useLedger();
  const chosen = form.for_customer;
  const [text, setText] = useState(chosen?.Name ?? "");
  const typed = text.trim();
  const search = useDebounced(typed);
  const isSettled = chosen === null || chosen.Id !== "";
  const found = useQuery({ ...customerSearchQuery(search), enabled: search !== "" && !isSettled });
  const customers = isSettled ? [] : (found.data?.customers ?? []);
  return (
    <Field
      label="Customer (optional)"
      hint={
        chosen === null
          ? `The line's own customer, created if ${ledger.name} has none. A line without one gets a receipt without one.`
          : "The same for all lines."
      }
      error={errors.for_customer}
    >
      {(control) => (
        <SearchChoice
          {...control}
          text={text}
          placeholder="The line's own customer"
          options={customers.map(({ Id, name, email }) => ({ key: Id, label: name, note: email }))}
          status={statusOf(found, isSettled || search !== typed, customers.length, ledger)}
          onType={(next) => {
            setText(next);
            onChange({ for_customer: next.trim() === "" ? null : { Id: "", Name: next.trim() } });
          }}
          onChoose={(key) => {
            const customer = customers.find(({ Id }) => Id === key);
            if (!customer) return;
            setText(customer.name);
            onChange({ for_customer: { Id: customer.Id, Name: customer.name } });
          }}
        />
      )}
    </Field>
  );
}

function statusOf(
  { isFetching, error }: { isFetching: boolean; error: Error | null },
  isIdle: boolean,
  count: number,
  { name }: LedgerWords,
): string {
  if (isIdle) return "";
  if (error) return `Couldn't search ${name}. ${error.message}`;
  if (isFetching) return `Searching ${name}…`;
  return count === 0 ? `No customer of that name in ${name}` : "";
}
