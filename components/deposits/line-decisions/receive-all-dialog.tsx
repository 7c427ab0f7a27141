"use client";

import { useRef } from "react";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { DialogFooter } from "@/components/ui/dialog";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import { useReceiveAll } from "./queries";
import { type Receivable, receivableSum } from "./receivable";

/** What would be received, an invoice a line; one press plans all of it. */
export default function ReceiveAllDialog({
  deposit,
  found,
  onDone,
  onClose,
}: {
  deposit: DepositDetail["deposit"];
  found: readonly Receivable[];
  onDone: () => void;
  onClose: () => void;
}) {
  const ledger = useLedger();
  const { currency } = deposit;
  const answer = useRef<HTMLButtonElement>(null);
  const receive = useReceiveAll(() => {
    onClose();
    onDone();
  });
  return (
    <TaskDialog
      title="Receive on their invoices"
      description={`We'll create these payments in ${ledger.name} when the deposit posts.`}
      onClose={onClose}
      className="max-w-2xl"
      initialFocus={answer}
    >
      <div className="rounded-md border text-sm">
        <ul aria-label="Payments" className="max-h-80 divide-y overflow-y-auto">
          {found.map(({ line, invoice }) => (
            <li key={line.id} className="flex items-baseline justify-between gap-4 px-3 py-2">
              <span className="min-w-0 break-words">
                <span className="font-medium">{invoice.customer}</span>
                <span className="block text-caption text-muted-foreground">
                  {`Invoice ${invoice.number} · ${line.description || line.entity} · `}
                  <DateText date={line.date} />
                </span>
              </span>
              <Amount value={line.amount} currency={currency} />
            </li>
          ))}
        </ul>
        <p className="flex justify-between gap-4 border-t px-3 py-2 font-semibold">
          <span>{`${ledger.waitingAccount} from Accounts Receivable`}</span>
          <Amount value={receivableSum(found, currency)} currency={currency} />
        </p>
      </div>
      {receive.error && (
        <p role="alert" className="text-sm text-destructive">
          {receive.error.message}
        </p>
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button
          ref={answer}
          loading={receive.isPending}
          // The key that opened the dialog may still be held.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={() => receive.mutate({ deposit, found })}
        >
          {`Receive ${found.length} payments`}
        </Button>
      </DialogFooter>
    </TaskDialog>
  );
}
