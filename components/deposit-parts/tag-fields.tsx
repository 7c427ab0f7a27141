import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { useLedger } from "@/components/session/companies";
import { Field } from "@/components/ui/field";
import { NativeSelect } from "@/components/ui/native-select";
import { SearchChoice } from "@/components/ui/search-choice";
import { Skeleton } from "@/components/ui/skeleton";
import { useDebounced } from "@/components/ui/use-debounced";
import { customerSearchQuery, receiptListsQuery } from "./existing-queries";

/** The fields of a Deposit's line other than its account. */
export interface Tags {
  customer: Named | null;
  class: Named | null;
}

export const NO_TAGS: Tags = { customer: null, class: null };

/** Customer and class of a booked amount, both optional; the class only where the company uses classes. */
export function TagFields({ tags, onChange }: { tags: Tags; onChange: (tags: Tags) => void }) {
  const ledger = useLedger();
  const { data, isPending } = useQuery(receiptListsQuery);
  const classes = data?.classes ?? [];
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <CustomerTag
        customer={tags.customer}
        onChoose={(customer) => onChange({ ...tags, customer })}
      />
      {isPending && <Skeleton className="h-16" />}
      {classes.length > 0 && (
        <Field label={`${ledger.class.label} (optional)`}>
          {(control) => (
            <NameChoice
              {...control}
              value={tags.class?.Id ?? null}
              names={classes}
              none={ledger.class.none}
              onChoose={(id) =>
                onChange({ ...tags, class: classes.find(({ Id }) => Id === id) ?? null })
              }
            />
          )}
        </Field>
      )}
    </div>
  );
}

export interface Named {
  Id: string;
  Name: string;
}

interface NameChoiceProps extends Omit<ComponentProps<typeof NativeSelect>, "onChange" | "value"> {
  /** An Id of the list, or null. */
  value: string | null;
  names: readonly Named[];
  /** What was chosen before: its name shows while the list is not loaded, and after it has left the list. */
  saved?: Named | null | undefined;
  /** Stands for none of them. */
  none: string;
  onChoose: (id: string | null) => void;
}

/** One of the ledger's lists: products and services, tax codes, classes. */
export function NameChoice({ value, names, saved, none, onChoose, ...props }: NameChoiceProps) {
  const isListed = names.some(({ Id }) => Id === value);
  return (
    <NativeSelect
      {...props}
      value={value ?? ""}
      onChange={({ target }) => onChoose(target.value === "" ? null : target.value)}
    >
      <option value="">{none}</option>
      {value !== null && !isListed && (
        <option value={value}>{saved?.Id === value ? saved.Name : value}</option>
      )}
      {names.map(({ Id, Name }) => (
        <option key={Id} value={Id}>
          {Name}
        </option>
      ))}
    </NativeSelect>
  );
}

/** A customer out of the books, found by name; optional. */
export function CustomerTag({
  named,
  customer,
  onChoose,
}: {
  /** Its name for screen readers alone, where a table has the visible one. */
  named?: string;
  customer: Named | null;
  onChoose: (customer: Named | null) => void;
}) {
  const ledger = useLedger();
  const [text, setText] = useState(customer?.Name ?? "");
  const typed = text.trim();
  const search = useDebounced(typed);
  const isSettled = typed === (customer?.Name ?? "");
  const found = useQuery({ ...customerSearchQuery(search), enabled: search !== "" && !isSettled });
  const customers = isSettled ? [] : (found.data?.customers ?? []);
  const isNobody = found.data?.customers.length === 0 && !isSettled && typed === search;
  return (
    <Field
      className={named && "gap-0"}
      label={named ? <span className="sr-only">{named}</span> : "Customer (optional)"}
      error={found.error ? `Couldn't search ${ledger.name}. ${found.error.message}` : undefined}
      hint={isNobody && `No customer of that name in ${ledger.name}.`}
    >
      {(control) => (
        <SearchChoice
          {...control}
          text={text}
          placeholder="No customer"
          options={customers.map(({ Id, name, email }) => ({ key: Id, label: name, note: email }))}
          status={found.isFetching && !isSettled ? `Searching ${ledger.name}…` : ""}
          onType={(next) => {
            setText(next);
            onChoose(null);
          }}
          onChoose={(key) => {
            const chosen = customers.find(({ Id }) => Id === key);
            if (!chosen) return;
            setText(chosen.name);
            onChoose({ Id: chosen.Id, Name: chosen.name });
          }}
          // What was only typed would look chosen.
          onLeave={() => setText(customer?.Name ?? "")}
        />
      )}
    </Field>
  );
}
