import { useState } from "react";
import { MakeRule } from "@/components/books/make-rule";
import { ChargeBooking } from "@/components/deposits/choices/charge-booking";
import { chosenParts, chosenText } from "@/components/deposits/choices/chosen-text";
import type { EntryOf } from "@/components/deposits/choices/entries";
import { useCancelPlanned } from "@/components/deposits/choices/queries";
import { Allowed } from "@/components/session/allowed";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { latePart } from "@/components/ui/late-part";
import { toast } from "@/components/ui/toast";
import type { DepositDetail } from "@/lib/contracts/deposits";

const ReceiptDialog = latePart(() => import("@/components/deposits/choices/receipt-dialog"));
const InvoiceDialog = latePart(() => import("@/components/deposits/choices/invoice-dialog"));

/** What a user chose for a line, as long as it can be changed. */
export function ChosenLine({
  deposit,
  entry,
  onDone,
}: {
  deposit: DepositDetail["deposit"];
  entry: EntryOf<"chosen">;
  onDone: () => void;
}) {
  const { match, planned, lines } = entry;
  const [line] = lines;
  const [isChanging, setChanging] = useState(false);
  const cancel = useCancelPlanned(onDone);
  const isMade = planned !== null && planned.created_at !== null;
  const isBooked = match.payments.length === 0;
  const close = () => setChanging(false);
  const way = { deposit, replace: true, onDone, onClose: close } as const;
  return (
    <div className="grid gap-3 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium break-words">
            {lines.length === 1 ? line?.description || line?.entity : `${lines.length} lines`},{" "}
            <Amount
              value={match.payments[0]?.TotalAmt ?? line?.amount ?? "0.00"}
              currency={deposit.currency}
            />
          </p>
          <p className="break-words">{chosenText(entry)}</p>
          <p className="break-words text-muted-foreground">{chosenParts(entry).join(" · ")}</p>
          {line && (isBooked || planned?.invoices.length === 0) && (
            <MakeRule depositId={deposit.id} lineId={line.id} />
          )}
        </div>
        {!isMade && (
          <Allowed to="bookkeeper">
            <div className="flex gap-2">
              {(planned || isBooked) && line && (
                <Button
                  variant="outline"
                  size="sm"
                  disabled={cancel.isPending}
                  {...(isBooked && { "aria-expanded": isChanging })}
                  onClick={() => setChanging(!isChanging)}
                >
                  Change
                </Button>
              )}
              <Button
                variant="outline"
                size="sm"
                loading={cancel.isPending}
                onClick={() =>
                  cancel.mutate(
                    { deposit_id: deposit.id, line_id: match.line_ids[0] },
                    { onError: (error) => toast.error(error.message) },
                  )
                }
              >
                Remove
              </Button>
            </div>
          </Allowed>
        )}
      </div>
      {isChanging && line && isBooked && (
        <ChargeBooking {...{ deposit, line, onDone }} replace onCancel={close} />
      )}
      {isChanging && planned && planned.invoices.length === 0 && (
        <ReceiptDialog {...way} lines={lines} />
      )}
      {isChanging && line && planned && planned.invoices.length > 0 && (
        <InvoiceDialog {...way} line={line} picked={[]} />
      )}
    </div>
  );
}
