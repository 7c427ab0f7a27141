import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";
import { cn } from "@/lib/cn";

/** A line of a journal entry, as it is shown. */
interface EntryLine {
  /** Null: still to be chosen. */
  account: string | null;
  /** "× 3" */
  note?: string;
  /** With `memo` in columns of their own; on phones below the account. */
  customer?: string;
  memo?: string;
  debit: string;
  credit: string;
  currency: string;
  isTotal?: boolean;
}

/** Which accounts are debited and credited, by how much; `detailed` with customers and memos. */
export function EntryTable({
  label,
  parts,
  detailed = false,
  className = "max-sm:[&_:is(td,th):first-child]:pl-4 max-sm:[&_:is(td,th):last-child]:pr-4",
}: {
  label: string;
  parts: readonly { heading?: ReactNode; lines: readonly EntryLine[] }[];
  detailed?: boolean;
  /** In line with what is around it. */
  className?: string;
}) {
  const ofDetails = detailed ? "max-md:hidden" : "hidden";
  // Lines have no id, and two may be alike: the key is their place in the entry.
  const row = (line: EntryLine, place: number) => (
    <TableRow key={place} className={line.isTotal ? "font-semibold" : ""}>
      <TableCell className={cn("break-words", detailed && "md:whitespace-nowrap")}>
        {line.account ?? <span className="text-warning">No account yet</span>}{" "}
        <span className="text-caption whitespace-nowrap text-muted-foreground">{line.note}</span>
        <span className="block text-xs break-words text-muted-foreground md:hidden">
          {[line.customer, line.memo].filter(Boolean).join(" · ")}
        </span>
      </TableCell>
      <TableCell className={ofDetails}>{line.customer}</TableCell>
      <TableCell className={cn("break-words text-muted-foreground", ofDetails)}>
        {line.memo}
      </TableCell>
      <Side value={line.debit} currency={line.currency} />
      <Side value={line.credit} currency={line.currency} />
    </TableRow>
  );
  return (
    <Table aria-label={label} className={cn("max-md:table-fixed", className)}>
      <TableHeader>
        <TableRow>
          <TableHead className="max-md:w-1/2">Account</TableHead>
          <TableHead className={ofDetails}>Customer</TableHead>
          <TableHead className={ofDetails}>Memo</TableHead>
          <TableHead className="text-right max-md:px-2">Debit</TableHead>
          <TableHead className="text-right max-md:px-2 max-md:last:pr-6">Credit</TableHead>
        </TableRow>
      </TableHeader>
      {[...parts.entries()].map(([place, { heading, lines }]) => (
        <TableBody key={place} className="not-first-of-type:border-t">
          {heading && (
            <TableRow>
              <TableHead scope="rowgroup" colSpan={5}>
                {heading}
              </TableHead>
            </TableRow>
          )}
          {lines.map(row)}
        </TableBody>
      ))}
    </Table>
  );
}

/** One side of a line; empty when the amount is on the other. */
function Side({ value, currency }: { value: string; currency: string }) {
  return (
    <TableCell className="text-right whitespace-nowrap max-md:px-2 max-md:last:pr-6">
      {Number(value) !== 0 && <Amount value={value} currency={currency} />}
    </TableCell>
  );
}
