"use client";

import type { ReactNode } from "react";
import type { Account } from "@/components/integrations/settings-mutations";
import { Field } from "@/components/ui/field";
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from "@/components/ui/select";

/** One account out of the books. */
export function AccountSelect({
  label,
  placeholder,
  emptyText,
  note,
  accounts,
  chosen,
  onChoose,
}: {
  label: string;
  placeholder: string;
  /** Shown when there is nothing to choose from. */
  emptyText: ReactNode;
  /** "Currently selected: …", where it is shown. */
  note?: ReactNode;
  accounts: readonly Account[];
  /** "" for none. */
  chosen: string;
  onChoose: (id: string) => void;
}) {
  const listed = accounts.some(({ Id }) => Id === chosen);
  return (
    <Field
      label={label}
      hint={
        <>
          {note && <span className="block">{note}</span>}
          {accounts.length === 0 && <span className="block">{emptyText}</span>}
        </>
      }
    >
      {(control) => (
        <Select
          value={listed ? chosen : ""}
          onValueChange={onChoose}
          disabled={accounts.length === 0}
        >
          <SelectTrigger {...control} className="w-full">
            <SelectValue placeholder={placeholder} />
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
