import { Allowed } from "@/components/session/allowed";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { DateText } from "@/components/ui/date-text";
import { toast } from "@/components/ui/toast";
import type { DepositDetail } from "@/lib/contracts/deposits";
import type { EntryOf } from "./entries";
import { useWaitForLine } from "./queries";

/** A postponed line, until when and why. */
export function WaitingLine({
  deposit,
  entry: { line, until, note },
  onAsk,
  onDone,
}: {
  deposit: DepositDetail["deposit"];
  entry: EntryOf<"waiting">;
  onAsk: () => void;
  onDone: () => void;
}) {
  const ask = useWaitForLine(() => {
    onDone();
    onAsk();
  });
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 text-sm">
      <div className="min-w-0">
        <p className="font-medium break-words">
          {line.description || line.entity},{" "}
          <Amount value={line.amount} currency={deposit.currency} />, postponed until{" "}
          <DateText date={until} />
        </p>
        {note && <p className="break-words text-muted-foreground">{note}</p>}
      </div>
      <Allowed to="bookkeeper">
        <Button
          variant="outline"
          size="sm"
          loading={ask.isPending}
          onClick={() =>
            ask.mutate(
              { deposit_id: deposit.id, line_id: line.id, until: null },
              { onError: (error) => toast.error(error.message) },
            )
          }
        >
          Decide now
        </Button>
      </Allowed>
    </div>
  );
}
