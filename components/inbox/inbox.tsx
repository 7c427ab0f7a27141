"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { queueQuery } from "@/components/dashboard/queries";
import { CurrencySums } from "@/components/deposit-parts/currency-sums";
import { existingQuery } from "@/components/deposit-parts/existing-queries";
import { NoteDecision } from "@/components/deposit-parts/use-undo";
import { ErrorState } from "@/components/feedback/error-state";
import { CausePane } from "@/components/inbox/cause-pane";
import { beyondOf, type Cause, causesOf, leftOf } from "@/components/inbox/causes";
import { focusCase, INBOX_KEYS, useInboxKeys } from "@/components/inbox/use-inbox-keys";
import { reviewQuery } from "@/components/review/queries";
import { useLedger } from "@/components/session/companies";
import { suggestionsQuery } from "@/components/suggestions/queries";
import {
  type SuggestionDecisions,
  useSuggestionDecisions,
} from "@/components/suggestions/use-suggestion-decisions";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ShortcutHelp } from "@/components/ui/shortcut-help";
import { TextLink } from "@/components/ui/text-link";
import { cn } from "@/lib/cn";
import { counted } from "@/lib/counted";
import { formatCount } from "@/lib/format";

const PANE = "inbox-pane";

/**
 * What is left to do: its causes at the left, each with its count and sum, and the deposits of one of them at the right.
 * On a narrow screen they unfold below their cause. When the last deposit of a cause is decided, the next cause takes
 * its place. Shown once its queries have answered.
 */
export function Inbox() {
  const ledger = useLedger();
  const queue = useQuery(queueQuery);
  const review = useQuery(reviewQuery);
  const existing = useQuery(existingQuery());
  const suggestions = useQuery(suggestionsQuery);
  const decisions = useSuggestionDecisions();
  const [help, setHelp] = useState(false);
  const causes = queue.data
    ? causesOf({
        ...{ queue: queue.data, review: review.data, ledger },
        existing: existing.data?.existing ?? [],
      })
    : [];
  // While suggestions are being decided, they stay what is shown.
  const shown = causes.filter(
    ({ kind }) => kind !== "suggested" || (suggestions.data?.total ?? 1) > 0 || decisions.progress,
  );
  const { selected, select, pane } = useSelection(shown);
  useInboxKeys(pane, {
    onLeave: (step) => select(step),
    onUndo: () => decisions.progress === null && decisions.undoLast(),
    onHelp: () => setHelp(true),
  });

  if (queue.isError && !queue.data) {
    return (
      <Card>
        <ErrorState
          title="Couldn't load what's left to review"
          error={queue.error}
          onRetry={() => queue.refetch()}
        />
      </Card>
    );
  }
  const left = leftOf(shown);
  const beyond = queue.data ? beyondOf(queue.data) : 0;
  return (
    <NoteDecision value={decisions.note}>
      <Reviewed decisions={decisions} isDone={suggestions.data?.total === 0} />
      {shown.length > 0 && (
        <section aria-labelledby="inbox" className="grid gap-3">
          <div className="flex items-center gap-x-3">
            <h2 id="inbox" className="text-base font-semibold">
              Left to do{" "}
              <span className="font-normal text-muted-foreground tabular-nums">
                {formatCount(left.count + beyond)}
              </span>
            </h2>
            <CurrencySums sums={left.sums} className="text-sm text-muted-foreground" />
            <span className="ml-auto">
              <ShortcutHelp
                keys={INBOX_KEYS}
                text="They work on the whole page, but not while you type."
                open={help}
                onOpenChange={setHelp}
              />
            </span>
          </div>
          <ul
            aria-label="Causes"
            className="grid gap-y-1 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-x-6 xl:grid-cols-[18rem_minmax(0,1fr)]"
            style={rowsOf(shown)}
          >
            {shown.map((cause) => {
              const isSelected = cause.key === selected?.key;
              return (
                <li key={cause.key} className="contents">
                  <CauseButton
                    cause={cause}
                    isSelected={isSelected}
                    onSelect={() => select(cause)}
                  />
                  {isSelected && (
                    <div
                      id={PANE}
                      ref={pane}
                      tabIndex={-1}
                      className="min-w-0 outline-none max-lg:py-2 lg:col-start-2 lg:row-[1/span_var(--rows)]"
                    >
                      <CausePane
                        {...{ cause, decisions }}
                        onLeave={select}
                        onHelp={() => setHelp(true)}
                      />
                    </div>
                  )}
                </li>
              );
            })}
            <li className="px-3 py-1 text-caption text-muted-foreground lg:col-start-1">
              {beyond > 0 && (
                <>
                  {counted(beyond, "later deposit")}{" "}
                  <TextLink href="/transactions?status=pending">in Transactions</TextLink>
                </>
              )}
            </li>
          </ul>
        </section>
      )}
    </NoteDecision>
  );
}

/** The last row takes what the cases need beyond the causes. */
function rowsOf({ length }: readonly Cause[]): CSSProperties & { "--rows": number } {
  return { "--rows": length + 2, gridTemplateRows: `repeat(${length + 1}, auto) 1fr` };
}

function CauseButton({
  cause: { title, count, sums, kind },
  isSelected,
  onSelect,
}: {
  cause: Cause;
  isSelected: boolean;
  onSelect: () => void;
}) {
  return (
    <button
      type="button"
      aria-current={isSelected || undefined}
      aria-controls={isSelected ? PANE : undefined}
      onClick={onSelect}
      className={cn(
        "grid min-h-11 scroll-mt-36 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 rounded-md border px-3 py-2 text-left text-sm lg:col-start-1",
        isSelected
          ? "border-border bg-card font-medium shadow-[inset_3px_0_0_var(--primary)]"
          : "border-transparent hover:bg-accent",
      )}
    >
      <span className={cn("truncate", MUTED.has(kind) && "text-muted-foreground")}>
        {title}{" "}
        <span className="font-normal text-muted-foreground tabular-nums">{formatCount(count)}</span>
      </span>
      <CurrencySums
        stacked
        sums={sums}
        className="text-caption font-normal text-muted-foreground"
      />
    </button>
  );
}

/** Nothing is to be done about these but wait. */
const MUTED: ReadonlySet<Cause["kind"]> = new Set(["postponed", "in_transit"]);

/**
 * Which cause is shown. A cause whose deposits are all decided is followed by the one that takes its place, with the
 * focus, if it was in it.
 */
function useSelection(causes: readonly Cause[]) {
  const [key, setKey] = useState<string | null>(null);
  const pane = useRef<HTMLDivElement>(null);
  /** Of the selected cause, for when it is gone. */
  const place = useRef(0);
  /** Where the focus goes once the next cause is shown. */
  const wanted = useRef<"first" | "last" | null>(null);
  const hadFocus = useRef(false);
  const found = causes.find((cause) => cause.key === key);
  const selected = found ?? causes[Math.min(place.current, causes.length - 1)];
  const selectedKey = selected?.key;

  useEffect(() => {
    const shown = causes.findIndex((cause) => cause.key === selectedKey);
    if (shown !== -1) place.current = shown;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another cause is shown
  useEffect(() => {
    const isLost = document.activeElement === document.body && hadFocus.current;
    const end = wanted.current ?? (isLost ? "first" : null);
    wanted.current = null;
    if (end && pane.current) focusCase(pane.current, end);
    // On a narrow screen, what folds above the cause moves it.
    else if (key !== null)
      pane.current?.previousElementSibling?.scrollIntoView({ block: "nearest" });
  }, [selectedKey]);

  useEffect(() => {
    const note = () => {
      const { activeElement } = document;
      // A dialog gives the focus back to the case that opened it, unless its answer ends the case.
      if (!activeElement || activeElement === document.body) return;
      if (activeElement.closest("[role=dialog], [role=alertdialog]")) return;
      hadFocus.current = pane.current?.contains(activeElement) ?? false;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);

  return {
    selected,
    pane,
    /** A cause, or the next or previous one with the focus on its first or last case. */
    select(which: Cause | 1 | -1) {
      if (typeof which !== "number") return setKey(which.key);
      const target = causes[causes.findIndex((cause) => cause.key === selectedKey) + which];
      if (!target) return;
      wanted.current = which === 1 ? "first" : "last";
      setKey(target.key);
    },
  };
}

/** Once the last suggestion is decided, the way back stays within reach. */
function Reviewed({ decisions, isDone }: { decisions: SuggestionDecisions; isDone: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const isShown = isDone && decisions.undoable && decisions.progress === null;
  useEffect(() => {
    // The focus was on the last suggestion and would be lost with it, where nothing else is left.
    if (isShown && document.activeElement === document.body) button.current?.focus();
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div role="status" className="flex items-center gap-3 text-sm">
      <CircleCheck aria-hidden="true" className="size-4 text-success" />
      You've reviewed every suggestion.
      <Button ref={button} variant="link" className="px-0" onClick={decisions.undoLast}>
        Undo the last decision
      </Button>
    </div>
  );
}
