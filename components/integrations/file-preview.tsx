import { Amount } from "@/components/ui/amount";
import { DateText } from "@/components/ui/date-text";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";
import { cn } from "@/lib/cn";
import type { PayoutFilePreview } from "@/lib/contracts/payout-files";
import { counted } from "@/lib/counted";

/** What an import would store, what can't be read, and what is in no payout. */
export function FilePreview({
  preview,
  isStale,
}: {
  preview: PayoutFilePreview;
  /** A choice isn't in it yet. */
  isStale: boolean;
}) {
  const { problem, payouts, payout_count, line_count, errors, error_count, left_out, notes } =
    preview;
  return (
    <section
      aria-label="Preview"
      aria-busy={isStale}
      className={cn("grid gap-5", isStale && "opacity-60")}
    >
      {problem && (
        <p role="alert" className="text-pretty text-destructive">
          {problem}
        </p>
      )}
      {payout_count > 0 && (
        <div className="grid gap-2">
          <h2 className="font-medium">{`${counted(payout_count, "payout")}, ${counted(line_count, "line")}`}</h2>
          <Payouts payouts={payouts} />
          {payout_count > payouts.length && (
            <p className="text-caption text-muted-foreground">{`The first ${payouts.length} are shown.`}</p>
          )}
        </div>
      )}
      {error_count > 0 && (
        <div className="grid gap-2">
          <h2 className="font-medium text-destructive">
            {`${counted(error_count, "error")}: not imported`}
          </h2>
          <ul
            aria-label="Errors"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
            tabIndex={0}
            className="max-h-60 divide-y overflow-y-auto border-y text-caption"
          >
            {errors.map(({ row, reason }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row may have several
              <li key={place} className="flex gap-3 py-1.5">
                <span className="shrink-0 text-muted-foreground">{`Row ${row}`}</span>
                <span className="min-w-0 wrap-anywhere">{reason}</span>
              </li>
            ))}
          </ul>
          {error_count > errors.length && (
            <p className="text-caption text-muted-foreground">{`The first ${errors.length} are shown.`}</p>
          )}
        </div>
      )}
      {left_out.length > 0 && (
        <div className="grid gap-1">
          <h2 className="font-medium">Left out</h2>
          <ul aria-label="Left out" className="text-caption text-muted-foreground">
            {left_out.map(({ reason, rows, first_row }) => (
              <li key={reason}>{`${whichRows(rows, first_row)}: ${reason}`}</li>
            ))}
          </ul>
        </div>
      )}
      {notes.length > 0 && (
        <ul aria-label="How it was read" className="text-caption text-muted-foreground">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function whichRows(rows: number, first: number): string {
  return rows === 1 ? `Row ${first}` : `${counted(rows, "row")}, the first is row ${first}`;
}

function Payouts({ payouts }: Pick<PayoutFilePreview, "payouts">) {
  return (
    <div className="max-h-96 overflow-y-auto border-y">
      <Table aria-label="Payouts of the file">
        <TableHeader>
          <TableRow>
            <TableHead className="first:pl-0">Paid</TableHead>
            <TableHead>Payout</TableHead>
            <TableHead className="text-right max-sm:hidden">Lines</TableHead>
            <TableHead className="text-right max-sm:hidden">Fees</TableHead>
            <TableHead className="text-right last:pr-0">Amount</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {payouts.map(({ id, date, currency, amount, fees, lines, known }) => (
            <TableRow key={id}>
              <TableCell className="first:pl-0">
                <DateText date={date} />
              </TableCell>
              <TableCell className="max-w-40 sm:max-w-64">
                <span className="block truncate" title={id}>
                  {id}
                </span>
                {known && (
                  <span className="text-caption text-muted-foreground">Stored already</span>
                )}
              </TableCell>
              <TableCell className="text-right tabular-nums max-sm:hidden">{lines}</TableCell>
              <TableCell className="text-right max-sm:hidden">
                <Amount value={fees} currency={currency} />
              </TableCell>
              <TableCell className="text-right last:pr-0">
                <Amount value={amount} currency={currency} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
