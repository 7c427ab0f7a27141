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

const BANK_WORDS = ["checking", "current account", "operating"];
const FEE_WORDS = ["merchant", "processing", "stripe", "payment fees", "processor"];

/** The bank account that payouts almost surely reach, by its name; "" where several might. */
export function obviousBank(accounts: readonly Account[]): string {
  return obvious(accounts, BANK_WORDS);
}

/** The expense account that is plainly for processors' fees; "" where none or several are. */
export function obviousFees(accounts: readonly Account[]): string {
  return obvious(accounts, FEE_WORDS);
}

function obvious(accounts: readonly Account[], words: readonly string[]): string {
  const [found, second] = accounts.filter(({ Name }) =>
    words.some((word) => Name.toLowerCase().includes(word)),
  );
  const [only, other] = accounts;
  if (found) return second ? "" : found.Id;
  return only && !other && words === BANK_WORDS ? only.Id : "";
}
