import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { SearchChoice } from "@/components/ui/search-choice";
import { useDebounced } from "@/components/ui/use-debounced";
import { customerSearchQuery } from "./customer-search-query";
import type { Named } from "./name-choice";

/** A customer out of the books, found by name; optional. */
export function CustomerTag({
  customer,
  onChoose,
}: {
  customer: Named | null;
  onChoose: (customer: Named | null) => void;
}) {
  const [text, setText] = useState(customer?.Name ?? "");
  const typed = text.trim();
  const search = useDebounced(typed);
  const isSettled = typed === (customer?.Name ?? "");
  const found = useQuery({ ...customerSearchQuery(search), enabled: search !== "" && !isSettled });
  const customers = isSettled ? [] : (found.data?.customers ?? []);
  const isNobody = found.data?.customers.length === 0 && !isSettled && typed === search;
  return (
    <Field
      label="Customer (optional)"
      error={found.error ? `Couldn't search QuickBooks. ${found.error.message}` : undefined}
      hint={isNobody && "No customer of that name in QuickBooks."}
    >
      {(control) => (
        <SearchChoice
          {...control}
          text={text}
          placeholder="No customer"
          options={customers.map(({ Id, name, email }) => ({ key: Id, label: name, note: email }))}
          status={found.isFetching && !isSettled ? "Searching QuickBooks…" : ""}
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
