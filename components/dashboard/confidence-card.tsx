"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, TriangleAlert } from "lucide-react";
import { confidenceQuery } from "@/components/dashboard/queries";
import { ErrorState } from "@/components/feedback/error-state";
import { useLedger } from "@/components/session/companies";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import type { Confidence } from "@/lib/contracts/dashboard";

/** The expected errors of automatic matches, next to the number undone. */
export function ConfidenceCard({ className }: { className?: string }) {
  const { data, error, isError, refetch } = useQuery(confidenceQuery);
  return (
    <Card className={className}>
      <CardHeader>
        <CardTitle>Auto-match accuracy</CardTitle>
        <CardDescription>Last {data?.days ?? 90} days</CardDescription>
      </CardHeader>
      <CardContent className="flex-1">
        {data && <Facts confidence={data} />}
        {isError && !data && (
          <ErrorState
            title="Couldn't load this"
            error={error}
            onRetry={() => refetch()}
            className="py-6"
          />
        )}
        {!data && !isError && <Skeleton className="h-44" />}
      </CardContent>
    </Card>
  );
}

function Facts({ confidence }: { confidence: Confidence }) {
  const ledger = useLedger();
  const { automatic, undone, expected_undone, changed_in_books } = confidence;
  if (automatic === 0) {
    return (
      <p className="text-pretty text-muted-foreground">
        No automatic matches yet. You'll see here how many had to be undone.
      </p>
    );
  }
  return (
    <div className="grid gap-4">
      <dl className="grid gap-2">
        <Fact term="Matched automatically" value={String(automatic)} />
        <Fact term="Expected errors" value={expectedText(expected_undone)} />
        <Fact term="Undone" value={String(undone)} strong />
      </dl>
      <VerdictText verdict={verdictOf(confidence)} undone={undone} />
      {changed_in_books > 0 && (
        <p className="text-caption text-pretty text-muted-foreground">
          {changed_in_books} {changed_in_books === 1 ? "was" : "were"} unmatched because a payment
          changed in {ledger.name}.
        </p>
      )}
    </div>
  );
}

function Fact({ term, value, strong }: { term: string; value: string; strong?: boolean }) {
  return (
    <div
      className={
        strong
          ? "flex justify-between gap-4 border-t pt-2 font-semibold"
          : "flex justify-between gap-4"
      }
    >
      <dt className={strong ? "" : "text-muted-foreground"}>{term}</dt>
      <dd className="text-right tabular-nums">{value}</dd>
    </div>
  );
}

function VerdictText({ verdict, undone }: { verdict: Verdict; undone: number }) {
  if (verdict === "too_sure") {
    return (
      <p className="flex gap-2 text-pretty">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
        <span>
          More matches were undone than expected. To review every match yourself, turn off Auto
          Match in <TextLink href="/settings">Settings</TextLink>.
        </span>
      </p>
    );
  }
  if (verdict === "one_alone") {
    return <p className="text-pretty text-muted-foreground">One isn't a pattern.</p>;
  }
  return (
    <p className="flex gap-2 text-pretty">
      <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
      {undone === 0 ? "None undone." : "In line with expectations."}
    </p>
  );
}

/** Beyond this, more were undone than chance explains. */
const SURPRISING = 0.05;

/** How likely it is that `count` or more happen by chance where `expected` do on average (Poisson). */
export function chanceOfAtLeast(count: number, expected: number): number {
  let term = Math.exp(-expected);
  let below = 0;
  for (let k = 0; k < count; k += 1) {
    below += term;
    term *= expected / (k + 1);
  }
  return Math.max(0, 1 - below);
}

/** "0.4", "less than 0.1", "12". */
export function expectedText(expected: number): string {
  if (expected === 0) return "0";
  if (expected < 0.1) return "less than 0.1";
  return expected < 10 ? expected.toFixed(1) : String(Math.round(expected));
}

type Verdict = "none" | "as_expected" | "one_alone" | "too_sure";

/** Whether what was undone fits what the probabilities promised; one alone proves nothing. */
export function verdictOf({ automatic, undone, expected_undone }: Confidence): Verdict {
  if (automatic === 0) return "none";
  if (undone === 0 || chanceOfAtLeast(undone, expected_undone) >= SURPRISING) return "as_expected";
  return undone === 1 ? "one_alone" : "too_sure";
}
