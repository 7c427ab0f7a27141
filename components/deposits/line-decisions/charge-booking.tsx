import { useState } from "react";
import { MoneyInWarning } from "@/components/deposit-parts/money-in-warning";
import { NO_TAGS, TagFields } from "@/components/deposit-parts/tag-fields";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { USUAL_GROUPS } from "@/lib/constants/bookings";
import { MEMO_LENGTH } from "@/lib/constants/planned-payments";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import { AccountField, type ChosenAccount } from "./account-field";
import type { DetailLine } from "./entries";
import { useBookLine } from "./queries";

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
  const [account, setAccount] = useState<ChosenAccount | null>(null);
  const [tags, setTags] = useState(NO_TAGS);
  const [memo, setMemo] = useState("");
  const book = useBookLine(onDone);
  function send() {
    if (account === null) return;
    book.mutate({
      ...{ deposit_id: deposit.id, line_id: line.id, kind: "charge", account_id: account.Id },
      ...{ ...tags, memo, replace },
    });
  }
  return (
    <div className="grid gap-3">
      <AccountField
        chosen={account}
        currency={deposit.currency}
        usual={USUAL_GROUPS.charge}
        error={book.error?.message}
        onChoose={setAccount}
      />
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
