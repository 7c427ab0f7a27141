"use client";

import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { confidenceQuery } from "@/components/dashboard/queries";
import { useLedger } from "@/components/session/companies";
import { TextLink } from "@/components/ui/text-link";
import type { Confidence } from "@/lib/contracts/dashboard";
import { counted } from "@/lib/counted";

/** How many automatic matches were undone, next to how many errors were expected; nothing before the first one. */
export function AccuracyLine() {
  const ledger = useLedger();
  const { data } = useQuery(confidenceQuery);
  if (!data || data.automatic === 0) return null;
  const { automatic, undone, expected_undone, changed_in_books, days } = data;
  return (
    <div className="grid gap-1 text-caption text-muted-foreground">
      <p className="text-pretty">
        {`${counted(automatic, "deposit")} matched automatically in the last ${days} days, ${undone === 0 ? "none" : undone} undone; ${expectedText(expected_undone)} expected.`}
        {changed_in_books > 0 &&
          ` ${changed_in_books} ${changed_in_books === 1 ? "was" : "were"} unmatched because a payment changed in ${ledger.name}.`}
      </p>
      {isTooSure(data) && (
        <p className="flex gap-2 text-sm text-pretty text-foreground">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
          <span>
            More matches were undone than expected. To review every match yourself, turn off Auto
            Match in <TextLink href="/settings">Settings</TextLink>.
          </span>
        </p>
      )}
    </div>
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
  if (expected < 0.1) return "fewer than 0.1";
  return expected < 10 ? expected.toFixed(1) : String(Math.round(expected));
}

/** Whether more was undone than the probabilities promised; one alone proves nothing. */
export function isTooSure({ undone, expected_undone }: Confidence): boolean {
  return undone > 1 && chanceOfAtLeast(undone, expected_undone) < SURPRISING;
}
