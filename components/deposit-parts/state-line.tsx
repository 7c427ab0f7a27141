import Link from "next/link";
import { Fragment } from "react";
import type { Summary } from "@/lib/contracts/dashboard";

/** The state of things in a sentence whose parts lead to what they count. */
export function StateLine({ summary }: { summary: Summary | undefined }) {
  if (!summary) return NO_WORDS_YET;
  return stateParts(summary).map(({ text, href }, index) => (
    <Fragment key={text}>
      {index > 0 && " · "}
      {href === undefined ? (
        text
      ) : (
        <Link href={href} className="rounded-sm underline-offset-4 hover:underline">
          {text}
        </Link>
      )}
    </Fragment>
  ));
}

/** Keeps the place of the sentence until it is known. */
export const NO_WORDS_YET = "\u00a0";

/** A part of the sentence, and the list of what it counts. */
interface StatePart {
  text: string;
  href?: string;
}

/** What is to review: no match, a suggested one, or a posting that was refused or is incomplete. */
function reviewCount({ pending, suggested, not_posted }: Summary): number {
  return pending + suggested + not_posted;
}

/** The state of things in parts: "3 to review", "2 not posted", "41 posted this month". */
export function stateParts(summary: Summary): StatePart[] {
  const { deposits, matched, posted_this_month } = summary;
  if (deposits === 0) return [{ text: "No deposits yet" }];
  const review = reviewCount(summary);
  const parts: StatePart[] = [];
  if (review > 0) parts.push({ text: `${review} to review`, href: "/dashboard#review" });
  if (matched > 0) {
    parts.push({ text: `${matched} not posted`, href: "/transactions?status=matched" });
  }
  if (parts.length === 0) parts.push({ text: "You're all caught up" });
  parts.push({
    text: `${posted_this_month} posted this month`,
    href: "/transactions?status=posted",
  });
  return parts;
}

/** The state of things in a sentence: "3 to review · 41 posted this month". */
export function stateSentence(summary: Summary): string {
  return stateParts(summary)
    .map(({ text }) => text)
    .join(" · ");
}
