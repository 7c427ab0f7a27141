import { useId } from "react";
import { Amount } from "@/components/ui/amount";
import { Checkbox } from "@/components/ui/checkbox";
import { DateText } from "@/components/ui/date-text";
import { Input } from "@/components/ui/input";
import type { OpenInvoice } from "@/lib/contracts/open-invoices";
import { type Pick, pickProblem } from "./invoice-picks";

/** An open invoice to choose; once chosen, with the part of the charge that pays it. */
export function InvoiceRow({
  invoice,
  pick,
  onToggle,
  onAmount,
}: {
  invoice: OpenInvoice;
  pick: Pick | undefined;
  onToggle: () => void;
  onAmount: (amount: string) => void;
}) {
  const id = useId();
  const problem = pick && pickProblem(pick, invoice.currency);
  return (
    <div className="grid gap-2 text-sm">
      <div className="flex items-start gap-3">
        <Checkbox
          id={id}
          className="mt-0.5"
          checked={pick !== undefined}
          onCheckedChange={onToggle}
        />
        <label htmlFor={id} className="min-w-0 flex-1">
          <InvoiceFacts invoice={invoice} />
        </label>
      </div>
      {pick && (
        <div className="grid justify-items-end gap-1">
          <div className="flex items-center gap-2">
            <label htmlFor={`${id}-amount`} className="text-caption text-muted-foreground">
              Pay on invoice {invoice.number}
            </label>
            <Input
              id={`${id}-amount`}
              inputMode="decimal"
              autoComplete="off"
              className="w-28 text-right tabular-nums"
              value={pick.amount}
              aria-invalid={problem !== undefined}
              aria-describedby={problem && `${id}-problem`}
              onChange={({ target }) => onAmount(target.value)}
            />
          </div>
          {problem !== undefined && (
            <p id={`${id}-problem`} role="alert" className="text-caption text-destructive">
              {problem}
            </p>
          )}
        </div>
      )}
    </div>
  );
}

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
