import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AccountChoice } from "@/components/books/account-choice";
import { accountsQuery } from "@/components/books/account-queries";
import { MoneyInWarning } from "@/components/books/money-in-warning";
import { NO_TAGS, TagFields } from "@/components/books/tag-fields";
import type { DetailLine } from "@/components/deposits/choices/entries";
import { useBookLine } from "@/components/deposits/choices/queries";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { DepositDetail } from "@/lib/contracts/deposits";
import { type AccountGroup, USUAL_GROUPS } from "@/lib/contracts/values/bookings";
import { MEMO_LENGTH } from "@/lib/contracts/values/planned-payments";

interface ChargeBookingProps {
  deposit: DepositDetail["deposit"];
  line: DetailLine;
  /** What was chosen for the charge stays until this is booked. */
  replace?: true;
  onDone: () => void;
  onCancel?: () => void;
}

/** A charge without a payment as a line of the Deposit itself: account, customer, class and memo. */
export function ChargeBooking({ deposit, line, replace, onDone, onCancel }: ChargeBookingProps) {
  const [account, setAccount] = useState<Account | null>(null);
  const [tags, setTags] = useState(NO_TAGS);
  const [memo, setMemo] = useState("");
  const book = useBookLine(onDone);
  const { data, error } = useQuery(accountsQuery);
  const isUnavailable = error !== null || data?.accounts.length === 0;
  function send() {
    if (account === null) return;
    book.mutate({
      ...{ deposit_id: deposit.id, line_id: line.id, kind: "charge", account_id: account.Id },
      ...{ ...tags, memo, replace },
    });
  }
  return (
    <div className="grid gap-3">
      <Field
        label="Book to"
        hint={isUnavailable && "Connect QuickBooks to choose from its accounts."}
        error={book.error?.message}
      >
        {(control) => (
          <AccountChoice
            {...control}
            chosen={account}
            none="Choose an account"
            currency={deposit.currency}
            usual={USUAL_GROUPS.charge}
            onChoose={setAccount}
          />
        )}
      </Field>
      {account && (
        <>
          <MoneyInWarning account={account} />
          <TagFields tags={tags} onChange={setTags} />
          <Field label="Memo (optional)" hint="Without one, the processor's description.">
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                maxLength={MEMO_LENGTH}
                value={memo}
                onChange={({ target }) => setMemo(target.value)}
              />
            )}
          </Field>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={send} disabled={account === null} loading={book.isPending}>
          Book
        </Button>
        {onCancel && (
          <Button size="sm" variant="outline" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}

interface Account {
  Id: string;
  Name: string;
  group: AccountGroup;
}
