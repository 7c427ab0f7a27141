import { Fragment } from "react";
import { RowLink } from "@/components/ui/row-link";
import type { Summary } from "@/lib/contracts/dashboard";

/** The state of things in a sentence whose parts lead to what they count. */
export function StateLine({ summary }: { summary: Summary | undefined }) {
  if (!summary) return NO_WORDS_YET;
  return stateParts(summary).map(({ before, text, href }) => (
    <Fragment key={text}>
      {before}
      {href === undefined ? (
        text
      ) : (
        <RowLink href={href} className="rounded-sm underline-offset-4 hover:underline">
          {text}
        </RowLink>
      )}
    </Fragment>
  ));
}

/** Keeps the place of the sentence until it is known. */
export const NO_WORDS_YET = "\u00a0";

/** A part of the sentence, what comes before it, and the list of what it counts. */
interface StatePart {
  before: string;
  text: string;
  href?: string;
}

const REVIEW = "/dashboard#review";

/** The state of things in parts that add up: "7 left", ": 1 can't be posted", ", 2 to confirm", ", 4 open". */
export function stateParts(summary: Summary): StatePart[] {
  const { deposits, pending, suggested, matched, not_posted, posted_this_month } = summary;
  if (deposits === 0) return [{ before: "", text: "No deposits yet" }];
  const left = pending + suggested + matched;
  const all = left === 0 ? "You're all caught up" : `${left} left`;
  const kinds = [
    { count: not_posted, text: "can't be posted", href: REVIEW },
    { count: matched - not_posted, text: "to post", href: "/transactions?status=matched" },
    { count: suggested, text: "to confirm", href: REVIEW },
    { count: pending, text: "open", href: "/transactions?status=pending" },
  ].filter(({ count }) => count > 0);
  return [
    { before: "", text: all, ...(left > 0 && { href: REVIEW }) },
    ...kinds.map(({ count, text, href }, index) => ({
      ...{ before: index === 0 ? ": " : ", ", text: `${count} ${text}`, href },
    })),
    {
      ...{ before: " · ", text: `${posted_this_month} posted this month` },
      href: "/transactions?status=posted",
    },
  ];
}

/** The state of things in a sentence: "7 left: 2 to confirm, 5 open · 41 posted this month". */
export function stateSentence(summary: Summary): string {
  return stateParts(summary)
    .map(({ before, text }) => `${before}${text}`)
    .join("");
}
