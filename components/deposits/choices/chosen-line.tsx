import { MakeRule } from "@/components/books/make-rule";
import { chosenParts, chosenText } from "@/components/deposits/choices/chosen-text";
import type { StartingWay } from "@/components/deposits/choices/dialog-props";
import type { EntryOf } from "@/components/deposits/choices/entries";
import { useCancelPlanned } from "@/components/deposits/choices/queries";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { DepositDetail } from "@/lib/contracts/deposits";

/** What a user chose for a line, as long as it can be changed. */
export function ChosenLine({
  deposit,
  entry,
  onDone,
  onChange,
}: {
  deposit: DepositDetail["deposit"];
  entry: EntryOf<"chosen">;
  onDone: () => void;
  /** Called after the old choice is cancelled; opens the dialog again. */
  onChange: (lineId: number, way: StartingWay) => void;
}) {
  const { match, planned, lines } = entry;
  const [line] = lines;
  const cancel = useCancelPlanned(onDone);
  const change = useCancelPlanned(() => {
    onDone();
    if (line) onChange(line.id, planned?.invoices.length ? "search" : "receipt");
  });
  const isMade = planned !== null && planned.created_at !== null;
  const body = { deposit_id: deposit.id, payment_id: match.payments[0]?.Id ?? "" };
  const onError = (error: Error) => void toast.error(error.message);
  const busy = cancel.isPending || change.isPending;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 text-sm">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium break-words">
          {lines.length === 1 ? line?.description || line?.entity : `${lines.length} lines`},{" "}
          <Amount value={match.payments[0]?.TotalAmt ?? "0.00"} currency={deposit.currency} />
        </p>
        <p className="break-words">{chosenText(entry)}</p>
        <p className="break-words text-muted-foreground">{chosenParts(entry).join(" · ")}</p>
        {line && planned?.invoices.length === 0 && (
          <MakeRule depositId={deposit.id} lineId={line.id} />
        )}
      </div>
      {!isMade && (
        <div className="flex gap-2">
          {planned && line && (
            <Button
              variant="outline"
              size="sm"
              loading={change.isPending}
              disabled={busy}
              onClick={() => change.mutate(body, { onError })}
            >
              Change
            </Button>
          )}
          <Button
            variant="outline"
            size="sm"
            loading={cancel.isPending}
            disabled={busy}
            onClick={() => cancel.mutate(body, { onError })}
          >
            Remove
          </Button>
        </div>
      )}
    </div>
  );
}
