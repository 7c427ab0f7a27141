"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { BulkInvoices } from "@/components/deposits/line-decisions/bulk-invoices";
import { BulkReceipts } from "@/components/deposits/line-decisions/bulk-receipts";
import { LINES } from "@/components/deposits/line-decisions/choice-marks";
import { type Entry, missingSentence } from "@/components/deposits/line-decisions/entries";
import { lineOptionsQuery } from "@/components/deposits/line-decisions/queries";
import { FoldedRows } from "@/components/deposits/lines/folded-rows";
import { LineSide, PairRow, SideHeads, UnsureRow } from "@/components/deposits/lines/pair-row";
import { confirmable, foldedText, tableRows } from "@/components/deposits/lines/table-rows";
import { useLineKeys } from "@/components/deposits/lines/use-line-keys";
import { useLineQuestions } from "@/components/deposits/lines/use-line-questions";
import { Allowed } from "@/components/session/allowed";
import { useLedger } from "@/components/session/companies";
import { Button } from "@/components/ui/button";
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";
import { toast } from "@/components/ui/toast";
import { usePrinting } from "@/components/ui/use-printing";
import { cn } from "@/lib/cn";
import type { DepositDetail } from "@/lib/contracts/deposit-detail";
import { counted } from "@/lib/counted";
import { dateInZone } from "@/lib/dates";
import type { FirstOffer } from "@/lib/first-offer";
import { useWantedLine } from "./arrival";
import { EntryRow } from "./pair-row";

const SHOWN_AT_FIRST = 10;

/** Each line of a payout and its payment in the books: the open ones ask, what is sure is folded. */
export function LinesCard({
  detail,
  onHelp,
  onLeave,
  isPart = false,
}: {
  detail: DepositDetail;
  onHelp: () => void;
  /** Part of another card, which has its title. */
  isPart?: boolean;
  /** Past the last line, or back before the first one, where the page has no neighbours to go to. */
  onLeave?: (step: 1 | -1) => void;
}) {
  const ledger = useLedger();
  const { deposit } = detail;
  const card = useRef<HTMLDivElement>(null);
  const rows = tableRows(detail, dateInZone(new Date(), detail.time_zone));
  const { asked, unsure, answered, sure, others } = rows;
  const wanted = useWantedLine();
  const [all, setAll] = useState(wanted !== null);
  const isPrinting = usePrinting();
  const questions = useLineQuestions(card, rows, wanted);
  const shownAsked = all || isPrinting ? asked : asked.slice(0, SHOWN_AT_FIRST);
  const shownAnswered = all || isPrinting ? answered : answered.slice(0, SHOWN_AT_FIRST);
  const hidden = asked.length + answered.length - shownAsked.length - shownAnswered.length;
  useLineKeys(card, {
    onHelp,
    onMore() {
      if (hidden === 0) return false;
      setAll(true);
      return true;
    },
    onEnd: (direction) => {
      if (onLeave) return onLeave(direction === "next" ? 1 : -1);
      toast(
        direction === "next"
          ? "This is the last payout to review."
          : "This is the first payout to review.",
      );
    },
  });
  usePrefetchedOptions(deposit.id, asked, questions.unfolded?.key);

  const charges = deposit.lines.filter(({ kind }) => kind === "charge").length;
  const offered = (first: FirstOffer) =>
    asked.flatMap((each) =>
      each.state === "open" && !each.isClose && each.line.offer?.first === first ? each.line : [],
    );
  const receiptless = offered("create_receipt").length;
  const invoiced = offered("receive_payment");
  const isCalm = asked.length + unsure.length + answered.length === 0;
  const folded = foldedText(sure, deposit.currency);
  if (isCalm && sure.length + others.length === 0) return null;
  return (
    <Card
      ref={card}
      {...{ [LINES]: "" }}
      role="region"
      aria-label="Lines and payments"
      tabIndex={-1}
      onFocus={questions.onFocus}
      className={isPart ? "scroll-mt-36 gap-3 border-0 bg-transparent py-0" : "scroll-mt-36"}
    >
      <CardHeader
        className={cn(
          "max-sm:has-data-[slot=card-action]:grid-cols-1",
          isPart && "px-0 empty:hidden sm:px-0",
        )}
      >
        {!isPart && (
          <CardTitle className="flex items-center gap-2">
            {asked.length > 0 && (
              <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />
            )}
            Lines and Payments
          </CardTitle>
        )}
        {asked.length > 1 && (
          <CardDescription className="text-pretty">
            {missingSentence(asked, charges, ledger)}
          </CardDescription>
        )}
        {(receiptless > 1 || invoiced.length > 1) && (
          <Allowed to="bookkeeper">
            <CardAction className="flex flex-wrap gap-2 max-sm:col-start-1 max-sm:row-span-1 max-sm:row-start-3 max-sm:mt-2 max-sm:justify-self-start">
              {invoiced.length > 1 && (
                <BulkInvoices
                  deposit={deposit}
                  lines={invoiced}
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
            </CardAction>
          </Allowed>
        )}
      </CardHeader>
      <CardContent className={isPart ? "px-0 sm:px-0" : undefined}>
        <SideHeads />
        <ul className="-mb-4 divide-y">
          {shownAsked.map((entry) => (
            <li key={entry.key} className="py-4 print:break-inside-avoid">
              <EntryRow
                {...{ entry, detail }}
                isUnfolded={entry.key === questions.unfolded?.key}
                isWanted={entry.key === questions.wantedKey}
                way={questions.way}
                onUnfold={questions.unfold}
                onDone={() => questions.answer(`${entry.key} ${entry.state}`)}
              />
            </li>
          ))}
          {unsure.map((row) => (
            <li key={row.match.id} className="py-4 print:break-inside-avoid">
              <UnsureRow
                {...{ row, deposit }}
                confirms={confirmable(row, deposit, unsure)}
                onDone={() => questions.answer(`${row.match.id} ${row.match.state}`)}
              />
            </li>
          ))}
          {shownAnswered.map((entry) => (
            <li key={entry.key} className="py-4 print:break-inside-avoid">
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
          {sure.length > 0 && (
            <li className="py-4">
              <FoldedRows
                title={folded.text}
                amount={folded.amount}
                currency={deposit.currency}
                rows={sure}
                startsOpen={
                  isCalm || sure.some(({ lines }) => lines.some(({ id }) => id === wanted))
                }
                keyOf={({ match }) => match.id}
              >
                {(row) => <PairRow row={row} deposit={deposit} />}
              </FoldedRows>
            </li>
          )}
          {others.length > 0 && (
            <li className="py-4">
              <FoldedRows
                title={`${counted(others.length, "line")} without a payment`}
                amount={null}
                currency={deposit.currency}
                rows={others}
                startsOpen={false}
                keyOf={({ id }) => id}
              >
                {(line) => <LineSide lines={[line]} deposit={deposit} isWhole />}
              </FoldedRows>
            </li>
          )}
        </ul>
      </CardContent>
    </Card>
  );
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
