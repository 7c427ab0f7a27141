import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { clearingQuery } from "@/components/deposit-parts/existing-queries";
import { NameChoice, type Named } from "@/components/deposit-parts/tag-fields";
import { useSaveClearing } from "@/components/deposit-parts/use-save-payment-account";
import { ErrorState } from "@/components/feedback/error-state";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { useLedger } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import { DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Skeleton } from "@/components/ui/skeleton";

/** Asks for the account for negative payouts alone; what waits for it is posted then. */
export default function NegativePayoutAccountDialog({
  onSaved,
  onClose,
}: {
  onSaved?: (() => void) | undefined;
  onClose: () => void;
}) {
  const ledger = useLedger();
  const { data, error, refetch } = useQuery(clearingQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const save = useSaveClearing({
    onSaved: () => {
      onClose();
      onSaved?.();
    },
  });
  const accounts = data?.accounts ?? [];
  const id = chosen ?? obviousClearing(accounts);
  const isProposed = id !== null && chosen === null;
  // Enter takes what is proposed.
  useEffect(() => {
    if (isProposed) submit.current?.focus();
  }, [isProposed]);
  return (
    <TaskDialog
      title="Account for negative payouts"
      description={`${ledger.name} can't record a negative deposit. The payout is posted as a deposit of zero, and what the bank withdraws is booked to this account.`}
      onClose={onClose}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const account = accounts.find(({ Id }) => Id === id);
          if (account) save.mutate(account);
        }}
      >
        {!data && !error && <Skeleton className="h-20" />}
        {!data && error && (
          <ErrorState
            headingLevel="h3"
            title="Couldn't load the accounts"
            error={error}
            onRetry={() => refetch()}
          />
        )}
        {data && (
          <Field
            label="Account"
            hint={
              accounts.length > 0
                ? "Categorize the bank withdrawal to this account too."
                : `${ledger.name} has no Other Current Assets accounts. Add one there, then come back.`
            }
          >
            {(control) => (
              <NameChoice
                {...control}
                value={id}
                names={accounts}
                none="Select account"
                onChoose={setChosen}
              />
            )}
          </Field>
        )}
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button ref={submit} type="submit" disabled={id === null} loading={save.isPending}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </TaskDialog>
  );
}

/** The account that is plainly for this, by its name; null where none or several are. */
function obviousClearing(accounts: readonly Named[]): string | null {
  const [found, second] = accounts.filter(({ Name }) => /clearing|in transit/i.test(Name));
  return found && !second ? found.Id : null;
}
