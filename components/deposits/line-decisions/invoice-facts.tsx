import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import type { OpenInvoice } from "@/lib/contracts/planned-payments";

/** An open invoice in two lines: whose it is, its number, when it is due, what is still to be paid. */
export function InvoiceFacts({ invoice }: { invoice: OpenInvoice }) {
  const { customer, number, due_date, date, balance, total, currency } = invoice;
  return (
    <span className="flex min-w-0 items-baseline justify-between gap-3">
      <span className="min-w-0">
        <span className="block font-medium break-words">{customer}</span>
        <span className="block break-words text-muted-foreground">
          Invoice {number} · {due_date ? "due " : ""}
          <DateText date={due_date ?? date} />
        </span>
      </span>
      <span className="text-right">
        <Amount value={balance} currency={currency} />
        {total !== balance && (
          <span className="block text-caption text-muted-foreground">
            of <Amount value={total} currency={currency} />
          </span>
        )}
      </span>
    </span>
  );
}
