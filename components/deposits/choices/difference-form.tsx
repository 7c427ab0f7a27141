import { useState } from "react";
import { AccountChoice } from "@/components/books/account-choice";
import { MoneyInWarning } from "@/components/books/money-in-warning";
import { NO_TAGS, TagFields } from "@/components/books/tag-fields";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { matchLine } from "@/lib/contracts/planned-payments";
import type { AccountGroup } from "@/lib/contracts/values/bookings";
import { DIFFERENCE_NOTE_LENGTH } from "@/lib/contracts/values/matches";
import { toWireDecimal } from "@/lib/money";

type Difference = Pick<
  BodyOf<typeof matchLine>,
  "difference_account_id" | "difference_customer" | "difference_class" | "difference_note"
>;

/** What a payment and a line differ by goes to an account of the user's choice, with customer, class and note. */
export function DifferenceForm({
  amount,
  currency,
  sending,
  onSend,
}: {
  /** Minor units; positive when the processor paid more than the books say. */
  amount: number;
  currency: string;
  sending: boolean;
  onSend: (chosen: Difference) => void;
}) {
  const [account, setAccount] = useState<{ Id: string; Name: string; group: AccountGroup } | null>(
    null,
  );
  const [tags, setTags] = useState(NO_TAGS);
  const [note, setNote] = useState("");
  const { customer, class: ofClass } = tags;
  return (
    <div className="grid gap-3">
      <Field
        label={
          <span>
            Record the <Amount value={toWireDecimal(amount, currency)} currency={currency} />{" "}
            difference to
          </span>
        }
      >
        {(control) => (
          <AccountChoice
            {...control}
            chosen={account}
            none="Choose an account"
            currency={currency}
            onChoose={setAccount}
          />
        )}
      </Field>
      {account && amount > 0 && <MoneyInWarning account={account} />}
      {account && (
        <>
          <TagFields tags={tags} onChange={setTags} />
          <Field label="Note (optional)">
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                maxLength={DIFFERENCE_NOTE_LENGTH}
                value={note}
                onChange={({ target }) => setNote(target.value)}
              />
            )}
          </Field>
        </>
      )}
      <Button
        size="sm"
        className="w-fit"
        disabled={account === null}
        loading={sending}
        onClick={() =>
          account &&
          onSend({
            difference_account_id: account.Id,
            difference_note: note,
            ...(customer && { difference_customer: customer }),
            ...(ofClass && { difference_class: ofClass }),
          })
        }
      >
        Choose and record the difference
      </Button>
    </div>
  );
}
