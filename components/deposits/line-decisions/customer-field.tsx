import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { customerSearchQuery } from "@/components/deposit-parts/existing-queries";
import { useLedger } from "@/components/session/companies";
import { Field } from "@/components/ui/field";
import { SearchChoice, type SearchOption } from "@/components/ui/search-choice";
import { useDebounced } from "@/components/ui/use-debounced";
import type { LedgerWords } from "@/lib/ledger-words";

/** `Id` null: a new customer of that name. An empty name: something is typed that is not chosen yet. */
interface ChosenCustomer {
  Id: string | null;
  name: string;
  email: string;
}

const NOT_CHOSEN: ChosenCustomer = { Id: null, name: "", email: "" };
const NEW = "new";
const NONE = "none";

/** A customer of the books, searched by name or email; a new one; or none. */
export function CustomerField({
  chosen,
  reason,
  error,
  onChoose,
}: {
  chosen: ChosenCustomer | null;
  /** Why the customer was proposed. */
  reason: string;
  error: string | undefined;
  onChoose: (customer: ChosenCustomer | null) => void;
}) {
  const ledger = useLedger();
  const [text, setText] = useState(chosen?.name ?? "");
  const typed = text.trim();
  const search = useDebounced(typed);
  const isSettled = typed === (chosen?.name ?? "");
  const found = useQuery({ ...customerSearchQuery(search), enabled: search !== "" && !isSettled });
  const customers = isSettled ? [] : (found.data?.customers ?? []);
  const isKnown = customers.some(({ name }) => name.toLowerCase() === typed.toLowerCase());
  const options: SearchOption[] = [
    ...customers.map(({ Id, name, email }) => ({ key: Id, label: name, note: email })),
    ...(typed !== "" && !isSettled && !isKnown
      ? [{ key: NEW, label: `Create “${typed}”`, note: "New customer" }]
      : []),
    ...(typed !== "" ? [{ key: NONE, label: "No customer" }] : []),
  ];

  function type(next: string) {
    setText(next);
    onChoose(next.trim() === "" ? null : NOT_CHOSEN);
  }

  function choose(key: string) {
    if (key === NONE) {
      setText("");
      onChoose(null);
    } else if (key === NEW) {
      setText(typed);
      onChoose({ Id: null, name: typed, email: "" });
    } else {
      const customer = customers.find(({ Id }) => Id === key);
      if (!customer) return;
      setText(customer.name);
      onChoose(customer);
    }
  }

  return (
    <Field label="Customer" hint={hintOf(chosen, reason)} error={error}>
      {(control) => (
        <SearchChoice
          {...control}
          text={text}
          placeholder="No customer"
          options={options}
          status={statusOf(found, isSettled || search !== typed, ledger)}
          onType={type}
          onChoose={choose}
        />
      )}
    </Field>
  );
}

function hintOf(chosen: ChosenCustomer | null, reason: string): string {
  if (chosen === null) return "The receipt has no customer.";
  if (chosen.name === "") return "";
  return chosen.Id === null ? "New customer, created with the receipt." : reason;
}

function statusOf(
  { isFetching, error }: { isFetching: boolean; error: Error | null },
  isIdle: boolean,
  { name }: LedgerWords,
): string {
  if (error) return `Couldn't search ${name}. ${error.message}`;
  return isFetching && !isIdle ? `Searching ${name}…` : "";
}
