import type { DetailLine } from "@/components/deposits/choices/entries";
import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import type { BookingView, DepositDetail } from "@/lib/contracts/deposits";

/** What is asked about a line: "Order #10260, 219.72, isn't in QuickBooks." */
export function LineQuestion({
  deposit,
  line,
  booking,
  isClose,
  isThere,
  id,
}: {
  deposit: Pick<DepositDetail["deposit"], "currency">;
  line: DetailLine;
  booking: BookingView | null;
  isClose: boolean;
  /** QuickBooks has what it may be; it is only not clear. */
  isThere: boolean;
  id?: string;
}) {
  return (
    <div className="min-w-0 text-sm">
      <p id={id} className="font-medium break-words">
        {booking?.text ?? (
          <>
            {line.description || (line.kind === "refund" ? "A refund" : "A charge")},{" "}
            <Amount value={line.amount} currency={deposit.currency} />, {stateOf(line, isThere)}
            {isClose ? " with this amount." : "."}
          </>
        )}
      </p>
      <LineFacts line={line} />
    </div>
  );
}

function stateOf({ finding }: DetailLine, isThere: boolean): string {
  if (isThere) return "isn't matched yet";
  // The charge may be named after its invoice, which is in QuickBooks.
  return finding === "invoice_open" ? "has no payment in QuickBooks" : "isn't in QuickBooks";
}

/** Who and when, as the processor says. */
export function LineFacts({ line }: { line: DetailLine }) {
  return (
    <p className="break-words text-muted-foreground">
      {line.entity && `${line.entity} · `}
      <DateText date={line.date} />
    </p>
  );
}
