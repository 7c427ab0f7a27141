"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { ErrorState } from "@/components/feedback/error-state";
import { isWaiting } from "@/components/feedback/use-error-toast";
import { Allowed } from "@/components/session/allowed";
import { useMay } from "@/components/session/companies";
import { BulkActions } from "@/components/suggestions/bulk-actions";
import { suggestionsQuery, useFurtherSuggestions } from "@/components/suggestions/queries";
import { SuggestionCard } from "@/components/suggestions/suggestion-card";
import { SuggestionsSkeleton } from "@/components/suggestions/suggestions-skeleton";
import { useReviewKeys } from "@/components/suggestions/use-review-keys";
import type { SuggestionDecisions } from "@/components/suggestions/use-suggestion-decisions";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { formatCount } from "@/lib/format";
import type { Progress as Step } from "./use-bulk-decision";

const SHOWN_AT_FIRST = 5;
/** Cards are large: a few hundred at once would hold up the page. */
const MORE = 20;

/** The suggestions, oldest first. */
export function SuggestedMatches({
  decisions,
  accounts,
  onLeave,
  onHelp,
}: {
  decisions: SuggestionDecisions;
  /** Asks for the accounts that a deposit lacks. */
  accounts: (depositId: number) => ReactNode;
  /** Moving on from the last suggestion, or back from the first one. */
  onLeave: (step: 1 | -1) => void;
  onHelp: () => void;
}) {
  const { data, error, isPending, fetchStatus, isError, refetch } = useQuery(suggestionsQuery);
  const suggestions = data?.suggestions ?? [];
  const total = data?.total ?? 0;
  const [limit, setLimit] = useState(SHOWN_AT_FIRST);
  const { decide, decideAll, stop, progress, canStop } = decisions;
  const shown = suggestions.slice(0, limit);
  const next = data?.next ?? null;
  const left = (next === null ? suggestions.length : total) - shown.length;
  const further = useFurtherSuggestions();
  const router = useRouter();
  function showMore() {
    const wanted = limit + MORE;
    setLimit(wanted);
    if (next !== null && wanted > suggestions.length && !further.isPending) further.mutate(next);
  }
  const busy = progress !== null;
  const mayDecide = useMay("bookkeeper");
  function goTo(row: number, addressOf: (id: number) => string) {
    const suggestion = shown[row];
    if (suggestion) router.push(addressOf(suggestion.deposit.id));
  }

  const keys = useReviewKeys(shown.length, {
    onDismiss: (row) => {
      const suggestion = shown[row];
      if (suggestion && !busy && mayDecide) decide("dismiss", suggestion.deposit.id);
    },
    onOpen: (row) => goTo(row, (id) => `/transaction/${id}`),
    onManual: (row) => goTo(row, (id) => `/manual-match?deposit=${id}`),
    onHelp,
    onLeave,
    onMore: left > 0 ? showMore : null,
  });

  if (isError && !data) {
    return (
      <Card>
        <ErrorState
          title="Couldn't load suggested matches"
          error={error}
          onRetry={() => refetch()}
        />
      </Card>
    );
  }
  if (isWaiting({ isPending, fetchStatus })) return <SuggestionsSkeleton />;
  if (suggestions.length === 0 && !busy) return null;
  return (
    <Card>
      <CardHeader className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1">
          <div className="flex items-baseline gap-2">
            <CardTitle>Suggested Matches</CardTitle>
            <span className="text-muted-foreground tabular-nums">{formatCount(total)}</span>
          </div>
          <CardDescription>
            Our system suggests these transactions might match. Please review and confirm.
          </CardDescription>
        </div>
        <Allowed to="bookkeeper">
          <div className="flex items-center gap-2">
            <BulkActions
              suggestions={suggestions}
              total={total}
              disabled={busy || suggestions.length < 2}
              onDecide={(answer) =>
                decideAll(
                  answer,
                  suggestions.map(({ deposit }) => deposit.id),
                )
              }
            />
          </div>
        </Allowed>
      </CardHeader>
      <CardContent className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {progress && <ReviewProgress progress={progress} onStop={canStop ? stop : undefined} />}
        <ul aria-label="Suggested matches" className="-mb-5 divide-y border-t" {...keys}>
          {shown.map((suggestion) => (
            <li
              key={suggestion.deposit.id}
              className="-mx-4 scroll-mt-36 px-4 has-focus-visible:bg-muted/40 has-focus-visible:shadow-[inset_3px_0_0_var(--ring)] sm:-mx-6 sm:px-6"
            >
              <SuggestionCard {...{ suggestion, accounts }} disabled={busy} onDecide={decide} />
            </li>
          ))}
        </ul>
        {left > 0 && (
          <Button
            variant="outline"
            className="mt-5 justify-self-start"
            loading={further.isPending}
            onClick={showMore}
          >
            Show {Math.min(left, MORE)} more
          </Button>
        )}
        {further.error && (
          <p role="alert" className="text-sm text-destructive">
            {further.error.message}
          </p>
        )}
      </CardContent>
    </Card>
  );
}

/** How far a step over many suggestions is; can be stopped, what is done stays done. */
function ReviewProgress({
  progress: { done, total, verb },
  onStop,
}: {
  progress: Step;
  onStop?: (() => void) | undefined;
}) {
  const text = `${verb} ${done} of ${total}`;
  return (
    <div className="flex items-center gap-4 text-sm">
      <p role="status" className="whitespace-nowrap tabular-nums">
        {text}
      </p>
      <Progress value={Math.round((done / total) * 100)} aria-label={text} />
      {onStop && (
        <Button variant="outline" size="sm" onClick={onStop}>
          Stop
        </Button>
      )}
    </div>
  );
}
