"use client";

import { useQuery } from "@tanstack/react-query";
import { receiptListsQuery } from "@/components/deposit-parts/existing-queries";
import { ErrorState } from "@/components/feedback/error-state";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Skeleton } from "@/components/ui/skeleton";
import type { ChoiceDialogProps } from "./dialog-props";
import { lineOptionsQuery } from "./queries";
import { ReceiptForm } from "./receipt-form";

/** A sales receipt, or for a refund a refund receipt, as it would be created: prefilled, changed, recorded. */
export default function ReceiptDialog(props: ChoiceDialogProps) {
  const ledger = useLedger();
  const { deposit, lines, replace, onClose } = props;
  const [line] = lines;
  const { data, error, refetch } = useQuery(lineOptionsQuery(deposit.id, line?.id ?? 0, replace));
  // The ledger's lists decide which fields there are; shown earlier, fields would move when the lists arrive.
  const lists = useQuery(receiptListsQuery);
  const isReady = data !== undefined && !lists.isPending;
  const kind = line?.amount.startsWith("-") ? "RefundReceipt" : "SalesReceipt";
  return (
    <TaskDialog
      title={`Record ${ledger.receipts[kind].one}`}
      description={
        line && (
          <>
            {line.description || line.entity},{" "}
            <Amount value={line.amount} currency={deposit.currency} />
          </>
        )
      }
      onClose={onClose}
    >
      {isReady && data.receipt && <ReceiptForm {...props} receipt={data.receipt} />}
      {isReady && !data.receipt && (
        <p role="alert" className="text-sm">
          No receipt can record this line.
        </p>
      )}
      {!data && error ? (
        <ErrorState
          headingLevel="h3"
          title="Couldn't prepare the receipt"
          description={error.message}
          error={error}
          onRetry={() => refetch()}
        />
      ) : (
        !isReady && <Skeleton className="h-72" />
      )}
    </TaskDialog>
  );
}
