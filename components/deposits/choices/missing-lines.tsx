"use client";

import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { BulkReceipts } from "@/components/deposits/choices/bulk-receipts";
import { ChosenLine } from "@/components/deposits/choices/chosen-line";
import type { StartingWay } from "@/components/deposits/choices/dialog-props";
import {
  type Entry,
  entriesOf,
  lineKey,
  missingSentence,
  needsDecision,
} from "@/components/deposits/choices/entries";
import { LineBooking } from "@/components/deposits/choices/line-booking";
import { OpenLine } from "@/components/deposits/choices/open-line";
import { WaitingLine } from "@/components/deposits/choices/waiting-line";
import { useWantedLine } from "@/components/deposits/use-wanted-line";
import { Button } from "@/components/ui/button";
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";
import type { DepositDetail } from "@/lib/contracts/deposits";
import { dateInZone } from "@/lib/dates";

const SHOWN_AT_FIRST = 5;

/** What QuickBooks does not know of a deposit, and what becomes of it: asked for until it is chosen. */
export function MissingLines({ detail }: { detail: DepositDetail }) {
  const { deposit } = detail;
  const card = useRef<HTMLDivElement>(null);
  const wanted = useWantedLine();
  const wantedKey = wanted === null ? undefined : lineKey(wanted);
  const [all, setAll] = useState(wanted !== null);
  /** The question that is unfolded; by itself the first one. */
  const [unfolded, setUnfolded] = useState<{ key: string; way?: StartingWay } | undefined>(
    wantedKey === undefined ? undefined : { key: wantedKey },
  );
  const entries = entriesOf(detail, dateInZone(new Date(), detail.time_zone));
  const isAnswered = useRef(false);
  const shownKeys = entries.map(({ key, state }) => `${key} ${state}`).join();
  // The dialog gave the focus back to a button that goes with the answered question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the questions are others
  useEffect(() => {
    if (isAnswered.current && document.activeElement === document.body) card.current?.focus();
    isAnswered.current = false;
  }, [shownKeys]);
  if (deposit.status === "posted" || entries.length === 0) return null;

  const shown = all ? entries : firstOf(entries);
  const charges = deposit.lines.filter(({ kind }) => kind === "charge").length;
  const receiptless = entries.filter((each) => each.state === "open" && !each.isClose).length;
  const asked = unfolded ?? entries[0];
  /** What was focused is gone: the next Tab is at the next question. */
  function onDone() {
    setUnfolded(undefined);
    isAnswered.current = true;
    card.current?.focus();
  }
  return (
    <Card ref={card} role="region" aria-label="Not in QuickBooks" tabIndex={-1}>
      <CardHeader className="max-sm:has-data-[slot=card-action]:grid-cols-1">
        <CardTitle className="flex items-center gap-2">
          {entries.some(needsDecision) && (
            <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />
          )}
          Not in QuickBooks
        </CardTitle>
        <CardDescription className="text-pretty">
          {missingSentence(entries, charges) || "This is what you chose."}
        </CardDescription>
        {receiptless > 1 && (
          <CardAction className="max-sm:col-start-1 max-sm:row-span-1 max-sm:row-start-3 max-sm:mt-2 max-sm:justify-self-start">
            <BulkReceipts
              selection={{ deposit_id: deposit.id }}
              label={`Record receipts for all ${receiptless} missing lines`}
              onDone={onDone}
            />
          </CardAction>
        )}
      </CardHeader>
      <CardContent>
        <ul className="-my-4 divide-y">
          {shown.map((entry) => (
            <li key={entry.key} className="py-4">
              <EntryRow
                entry={entry}
                detail={detail}
                isUnfolded={entry.key === asked?.key}
                isWanted={entry.key === wantedKey}
                way={unfolded?.way}
                onUnfold={(key, way) => setUnfolded({ key, ...(way && { way }) })}
                onDone={onDone}
              />
            </li>
          ))}
        </ul>
        {shown.length < entries.length && (
          <Button variant="outline" size="sm" className="mt-6" onClick={() => setAll(true)}>
            Show {entries.length - shown.length} more
          </Button>
        )}
      </CardContent>
    </Card>
  );
}

/** Some to decide, and some that are decided: an answer stays in view however much is left to ask. */
function firstOf(entries: Entry[]): Entry[] {
  const decided = entries.filter((entry) => !needsDecision(entry));
  return [
    ...entries.filter(needsDecision).slice(0, SHOWN_AT_FIRST),
    ...decided.slice(0, SHOWN_AT_FIRST),
  ];
}

interface EntryRowProps {
  entry: Entry;
  detail: DepositDetail;
  isUnfolded: boolean;
  /** The address names its line. */
  isWanted: boolean;
  way: StartingWay | undefined;
  onUnfold: (key: string, way?: StartingWay) => void;
  onDone: () => void;
}

function EntryRow({ entry, detail, isUnfolded, isWanted, way, onUnfold, onDone }: EntryRowProps) {
  const { deposit } = detail;
  const unfold = () => onUnfold(entry.key);
  switch (entry.state) {
    case "open":
      return (
        <OpenLine {...{ deposit, entry, isUnfolded, isWanted, way, onDone }} onUnfold={unfold} />
      );
    case "waiting":
      return <WaitingLine {...{ deposit, entry, onDone }} onAsk={unfold} />;
    case "chosen":
      return (
        <ChosenLine
          {...{ deposit, entry, onDone }}
          onChange={(lineId, next) => onUnfold(lineKey(lineId), next)}
        />
      );
    default:
      return <LineBooking deposit={deposit} booking={entry.booking} />;
  }
}
