"use client";

import { useState } from "react";
import { EntryTable } from "@/components/deposit-parts/entry-table";
import { FoldedRecord } from "@/components/deposits/folded-record";
import { useLedger } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import { ExternalLink } from "@/components/ui/external-link";
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
  const { currency } = deposit;
  const shown = ({ memo, number, class: className, ...line }: JournalView["lines"][number]) => ({
    ...line,
    memo: [memo, number, className].filter((part) => part !== "").join(" · "),
    currency,
  });
  const { total: sum } = journal;
  const total = { account: "Total", debit: sum, credit: sum, currency, isTotal: true };
  const hidden = journal.lines.length - lines.length;
  return (
    <FoldedRecord
      title="Journal Entry"
      startsPage
      summary={<span className="tabular-nums">{totalsText(journal, currency)}</span>}
    >
      <p className="px-4 pb-3 text-caption text-muted-foreground sm:px-6">
        {sourceOf(deposit, journal, ledger)}
      </p>
      <EntryTable
        detailed
        label="Journal entry"
        parts={[
          { lines: [...lines.map(shown), total] },
          ...journal.created.map((entry) => ({
            heading: nameOf(entry),
            lines: entry.lines.map(shown),
          })),
        ]}
      />
      {hidden > 0 && (
        <Button variant="outline" size="sm" className="mx-6 mt-4" onClick={() => setAll(true)}>
          Show {hidden} more
        </Button>
      )}
    </FoldedRecord>
  );
}

/** Of a payment or receipt that posting creates before the deposit. */
function nameOf({ name, url }: JournalView["created"][number]) {
  return url ? <ExternalLink href={url}>{name}</ExternalLink> : `${name}, created first`;
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
