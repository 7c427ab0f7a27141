"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { BulkInvoices } from "@/components/deposits/line-decisions/bulk-invoices";
import { BulkReceipts } from "@/components/deposits/line-decisions/bulk-receipts";
import { LINES } from "@/components/deposits/line-decisions/choice-marks";
import { type Entry, missingSentence } from "@/components/deposits/line-decisions/entries";
import { lineOptionsQuery } from "@/components/deposits/line-decisions/queries";
import { EntryRow, SideHeads, UnsureRow } from "@/components/deposits/lines/pair-row";
import { confirmable, tableRows } from "@/components/deposits/lines/table-rows";
import { useLineKeys } from "@/components/deposits/lines/use-line-keys";
import { useLineQuestions } from "@/components/deposits/lines/use-line-questions";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import { usePrinting } from "@/components/ui/use-printing";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import { dateInZone } from "@/lib/dates";
import type { FirstOffer } from "@/lib/first-offer";

const SHOWN_AT_FIRST = 10;
const nothing = () => {};

/**
 * The lines of a payout that a user decides, and what was decided; with the keys of the page. It needs nothing of the
 * deposit's page: wherever a payout is decided, this is what decides it.
 */
export function OpenLines({
  detail,
  wanted = null,
  onHelp = nothing,
  onEnd = nothing,
  children,
}: {
  detail: DepositDetail;
  /** The line that the address or the list names: it has the focus at once. */
  wanted?: number | null;
  onHelp?: () => void;
  /** j or k, where there is neither a further line nor a further payout. */
  onEnd?: (direction: "next" | "previous") => void;
  /** What needs no decision, as further rows. */
  children?: ReactNode;
}) {
  const ledger = useLedger();
  const { deposit } = detail;
  const region = useRef<HTMLElement>(null);
  const rows = tableRows(detail, dateInZone(new Date(), detail.time_zone));
  const { asked, unsure, answered } = rows;
  const [all, setAll] = useState(wanted !== null);
  const isPrinting = usePrinting();
  const questions = useLineQuestions(region, rows, wanted);
  const shownAsked = all || isPrinting ? asked : asked.slice(0, SHOWN_AT_FIRST);
  const shownAnswered = all || isPrinting ? answered : answered.slice(0, SHOWN_AT_FIRST);
  const hidden = asked.length + answered.length - shownAsked.length - shownAnswered.length;
  useLineKeys(region, {
    onHelp,
    onMore() {
      if (hidden === 0) return false;
      setAll(true);
      return true;
    },
    onEnd,
  });
  usePrefetchedOptions(deposit.id, asked, questions.unfolded?.key);

  const charges = deposit.lines.filter(({ kind }) => kind === "charge").length;
  const offered = (first: FirstOffer) =>
    asked.flatMap((each) =>
      each.state === "open" && !each.isClose && each.line.offer?.first === first ? each.line : [],
    );
  const receiptless = offered("create_receipt").length;
  const invoiced = offered("receive_payment");
  return (
    <section
      ref={region}
      {...{ [LINES]: "" }}
      aria-label="Lines and payments"
      tabIndex={-1}
      hidden={asked.length + unsure.length + answered.length === 0 && children === undefined}
      onFocus={questions.onFocus}
      className="scroll-mt-36 rounded-sm outline-offset-4"
    >
      {asked.length > 1 && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
          <p className="flex items-center gap-2 text-pretty">
            <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />
            {missingSentence(asked, charges, ledger)}
          </p>
          <Allowed to="bookkeeper">
            <div className="flex flex-wrap gap-2">
              {invoiced.length > 1 && (
                <BulkInvoices
                  deposit={deposit}
                  lines={invoiced}
                  open={asked.length}
                  onDone={() => questions.answer("")}
                />
              )}
              {receiptless > 1 && (
                <BulkReceipts
                  selection={{ deposit_id: deposit.id }}
                  label={`Record receipts for all ${receiptless} missing lines`}
                  onDone={() => questions.answer("")}
                />
              )}
            </div>
          </Allowed>
        </div>
      )}
      {unsure.length > 0 || children !== undefined ? (
        <SideHeads hasAccounts={detail.journal !== null} />
      ) : null}
      <ul className="divide-y">
        {shownAsked.map((entry) => (
          <li key={entry.key} className="py-4 print:break-inside-avoid">
            <EntryRow
              {...{ entry, detail }}
              isUnfolded={entry.key === questions.unfolded?.key}
              isWanted={wanted !== null && wanted === lineOf(entry)}
              way={questions.way}
              onUnfold={questions.unfold}
              onDone={() => questions.answer(`${entry.key} ${entry.state}`)}
            />
          </li>
        ))}
        {unsure.map((row) => (
          <li key={row.match.id} className="py-4 print:break-inside-avoid">
            <UnsureRow
              {...{ row, detail }}
              isWanted={row.lines.some(({ id }) => id === wanted)}
              confirms={confirmable(row, deposit, unsure)}
              onDone={() => questions.answer(`${row.match.id} ${row.match.state}`)}
            />
          </li>
        ))}
        {shownAnswered.map((entry) => (
          <li key={entry.key} className="py-3 print:break-inside-avoid">
            <EntryRow
              {...{ entry, detail }}
              isUnfolded={false}
              isWanted={false}
              way={undefined}
              onUnfold={questions.unfold}
              onDone={() => questions.answer(`${entry.key} ${entry.state}`)}
            />
          </li>
        ))}
        {hidden > 0 && (
          <li className="py-4">
            <Button variant="outline" size="sm" onClick={() => setAll(true)}>
              Show {hidden} more
            </Button>
          </li>
        )}
        {children}
      </ul>
    </section>
  );
}

/** The line that an entry asks about. */
function lineOf(entry: Entry): number | null {
  if (entry.state === "open") return entry.line.id;
  return entry.state === "unbooked" ? entry.booking.line_id : null;
}

/** Looks ahead: what fits the next open line is there when its turn comes. */
function usePrefetchedOptions(
  depositId: number,
  asked: readonly Entry[],
  unfolded: string | undefined,
): void {
  const client = useQueryClient();
  const place = asked.findIndex(({ key }) => key === unfolded);
  const next = asked[place + 1];
  const lineId = next?.state === "open" ? next.line.id : null;
  useEffect(() => {
    if (lineId !== null) void client.prefetchQuery(lineOptionsQuery(depositId, lineId));
  }, [client, depositId, lineId]);
}
