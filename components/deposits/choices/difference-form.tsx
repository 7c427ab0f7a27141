import { useState } from "react";
import { AccountChoice } from "@/components/books/account-choice";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { DIFFERENCE_NOTE_LENGTH } from "@/lib/contracts/values/matches";
import { toWireDecimal } from "@/lib/money";

/** What a payment and a line differ by goes to an account of the user's choice. */
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
  onSend: (chosen: { difference_account_id: string; difference_note: string }) => void;
}) {
  const [account, setAccount] = useState<{ Id: string; Name: string } | null>(null);
  const [note, setNote] = useState("");
  return (
    <div className="grid gap-3 sm:grid-cols-2 sm:items-end">
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
      <Field label="Note (optional)">
        {(control) => (
          <Input
            {...control}
            maxLength={DIFFERENCE_NOTE_LENGTH}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      <Button
        size="sm"
        className="w-fit"
        disabled={account === null}
        loading={sending}
        onClick={() =>
          account && onSend({ difference_account_id: account.Id, difference_note: note })
        }
      >
        Choose and record the difference
      </Button>
    </div>
  );
}
