"use client";

import { type ReactNode, useState } from "react";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";
import { TextLink } from "@/components/ui/text-link";
import type { DepositDetail, JournalView } from "@/lib/contracts/deposits";
import { parseDecimal } from "@/lib/money";

const SHOWN_AT_FIRST = 20;

/** The deposit as an accountant reads it: which accounts are debited and credited, by how much. */
export function JournalEntry({ deposit, journal }: Pick<DepositDetail, "deposit" | "journal">) {
  const [all, setAll] = useState(false);
  if (journal === null) return null;
  const lines = all ? journal.lines : journal.lines.slice(0, SHOWN_AT_FIRST);
  const hidden = journal.lines.length - lines.length;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Journal Entry</CardTitle>
        <CardDescription>
          {journal.posted
            ? `QuickBooks Deposit ${deposit.quickbook_id}, as it was posted`
            : "What will be posted to QuickBooks"}
        </CardDescription>
      </CardHeader>
      <CardContent className="px-0 sm:px-0">
        <EntryTable label="Journal entry" lines={lines} currency={deposit.currency}>
          <TableRow className="font-semibold">
            <TableCell>Total</TableCell>
            <TableCell className="max-md:hidden" />
            <TableCell className="max-md:hidden" />
            <Side value={journal.total} currency={deposit.currency} />
            <Side value={journal.total} currency={deposit.currency} />
          </TableRow>
        </EntryTable>
        {hidden > 0 && (
          <Button variant="outline" size="sm" className="mx-6 mt-4" onClick={() => setAll(true)}>
            Show {hidden} more
          </Button>
        )}
        <CreatedEntries journal={journal} currency={deposit.currency} />
      </CardContent>
    </Card>
  );
}

/** The payments and receipts that are created for the deposit: entries of their own. */
function CreatedEntries({ journal, currency }: { journal: JournalView; currency: string }) {
  const [all, setAll] = useState(false);
  const shown = all ? journal.created : journal.created.slice(0, SHOWN_AT_FIRST);
  const hidden = journal.created.length - shown.length;
  return (
    <>
      {shown.map(({ name, url, lines }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike; their place tells them apart
        <section key={place} className="mt-6 grid gap-1">
          <h3 className="px-4 text-sm font-medium break-words sm:px-6">
            {url === "" ? (
              name
            ) : (
              <TextLink href={url} target="_blank" rel="noopener noreferrer">
                {name}
                <span className="sr-only"> (opens in a new tab)</span>
              </TextLink>
            )}
          </h3>
          <EntryTable label={name} lines={lines} currency={currency} />
        </section>
      ))}
      {hidden > 0 && (
        <Button variant="outline" size="sm" className="mx-6 mt-4" onClick={() => setAll(true)}>
          Show {hidden} more
        </Button>
      )}
    </>
  );
}

function EntryTable({
  label,
  lines,
  currency,
  children,
}: {
  label: string;
  lines: readonly Line[];
  currency: string;
  /** Rows below the lines. */
  children?: ReactNode;
}) {
  return (
    <Table aria-label={label} className="max-md:table-fixed">
      <TableHeader>
        <TableRow>
          <TableHead className="max-md:w-1/2">Account</TableHead>
          <TableHead className="max-md:hidden">Customer</TableHead>
          <TableHead className="max-md:hidden">Memo</TableHead>
          <TableHead className="text-right max-md:px-2">Debit</TableHead>
          <TableHead className="text-right max-md:px-2">Credit</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {numbered(lines).map(({ key, line }) => (
          <EntryLine key={key} line={line} currency={currency} />
        ))}
        {children}
      </TableBody>
    </Table>
  );
}

/** Lines have no id, and two may be alike: their place in the entry tells them apart. */
function numbered(lines: readonly Line[]): { key: number; line: Line }[] {
  return lines.map((line, key) => ({ key, line }));
}

type Line = JournalView["lines"][number];

function EntryLine({ line, currency }: { line: Line; currency: string }) {
  const memo = [line.memo, line.number].filter((part) => part !== "").join(" · ");
  return (
    <TableRow>
      <TableCell className="break-words">
        {line.account ?? <span className="text-warning">No account yet</span>}
        <span className="block text-xs break-words text-muted-foreground md:hidden">
          {[line.customer, memo].filter((part) => part !== "").join(" · ")}
        </span>
      </TableCell>
      <TableCell className="max-md:hidden">{line.customer}</TableCell>
      <TableCell className="break-words text-muted-foreground max-md:hidden">{memo}</TableCell>
      <Side value={line.debit} currency={currency} />
      <Side value={line.credit} currency={currency} />
    </TableRow>
  );
}

/** One side of a line; empty when the amount is on the other. */
function Side({ value, currency }: { value: string; currency: string }) {
  const isEmpty = parseDecimal(value, currency) === 0;
  return (
    <TableCell className="text-right whitespace-nowrap max-md:px-2">
      {!isEmpty && <Amount value={value} currency={currency} />}
    </TableCell>
  );
}
