"use client";

import { useState } from "react";
import { FoldedRecord } from "@/components/deposits/folded-record";
import { useLedger } from "@/components/session/companies";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "@/components/ui/table";
import { usePrinting } from "@/components/ui/use-printing";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import type { JournalView } from "@/lib/contracts/journal";
import { formatAmount } from "@/lib/format";
import type { LedgerWords } from "@/lib/ledger-words";
import { parseDecimal, toWireDecimal } from "@/lib/money";

const SHOWN_AT_FIRST = 20;

/** The deposit as an accountant reads it: which accounts are debited and credited, by how much. */
export function JournalEntry({ deposit, journal }: Pick<DepositDetail, "deposit" | "journal">) {
  const ledger = useLedger();
  const [all, setAll] = useState(false);
  const isPrinting = usePrinting();
  if (journal === null) return null;
  const lines = all || isPrinting ? journal.lines : journal.lines.slice(0, SHOWN_AT_FIRST);
  const hidden = journal.lines.length - lines.length;
  return (
    <FoldedRecord
      title="Journal Entry"
      startsPage
      summary={<span className="tabular-nums">{totalsText(journal, deposit.currency)}</span>}
    >
      <p className="px-4 pb-3 text-caption text-muted-foreground sm:px-6">
        {sourceOf(deposit, journal, ledger)}
      </p>
      <div>
        <Table aria-label="Journal entry" className="max-md:table-fixed">
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
              <EntryLine key={key} line={line} currency={deposit.currency} />
            ))}
            <TableRow className="font-semibold">
              <TableCell>Total</TableCell>
              <TableCell className="max-md:hidden" />
              <TableCell className="max-md:hidden" />
              <Side value={journal.total} currency={deposit.currency} />
              <Side value={journal.total} currency={deposit.currency} />
            </TableRow>
          </TableBody>
          {numbered(journal.created).map(({ key, line: entry }) => (
            <CreatedEntry key={key} entry={entry} currency={deposit.currency} />
          ))}
        </Table>
        {hidden > 0 && (
          <Button variant="outline" size="sm" className="mx-6 mt-4" onClick={() => setAll(true)}>
            Show {hidden} more
          </Button>
        )}
      </div>
    </FoldedRecord>
  );
}

/** A payment or receipt that posting creates before the deposit, as an entry of its own. */
function CreatedEntry({ entry, currency }: { entry: Created; currency: string }) {
  return (
    <TableBody className="border-t">
      <TableRow>
        <TableHead scope="rowgroup" colSpan={5}>
          {entry.url ? (
            <a className="underline" href={entry.url} target="_blank" rel="noreferrer">
              {entry.name}
            </a>
          ) : (
            `${entry.name}, created first`
          )}
        </TableHead>
      </TableRow>
      {numbered(entry.lines).map(({ key, line }) => (
        <EntryLine key={key} line={line} currency={currency} />
      ))}
    </TableBody>
  );
}

/** "Checking 2,337.86 · Merchant Processing Fees 71.92 · Undeposited Funds −2,409.78": what each account gets. */
function totalsText({ lines }: Pick<JournalView, "lines">, currency: string): string {
  const totals = new Map<string, number>();
  for (const { account, debit, credit } of lines) {
    const name = account ?? "No account yet";
    const amount = parseDecimal(debit, currency) - parseDecimal(credit, currency);
    totals.set(name, (totals.get(name) ?? 0) + amount);
  }
  return [...totals]
    .map(([name, amount]) => `${name} ${formatAmount(toWireDecimal(amount, currency))}`)
    .join(" · ");
}

function sourceOf(
  { quickbook_id, posting }: DepositDetail["deposit"],
  { posted }: JournalView,
  { name, depositOf }: LedgerWords,
) {
  if (!posted) return `What will be posted to ${name}`;
  const when = posting?.adopted ? "when we linked to it" : "posted";
  return `${name} ${depositOf(quickbook_id)}, as it was ${when}`;
}

/** Lines have no id, and two may be alike: their place in the entry tells them apart. */
function numbered<T>(lines: readonly T[]): { key: number; line: T }[] {
  return lines.map((line, key) => ({ key, line }));
}

type Line = JournalView["lines"][number];
type Created = JournalView["created"][number];

function EntryLine({ line, currency }: { line: Line; currency: string }) {
  const memo = [line.memo, line.number, line.class].filter((part) => part !== "").join(" · ");
  return (
    <TableRow>
      <TableCell className="break-words md:whitespace-nowrap">
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
