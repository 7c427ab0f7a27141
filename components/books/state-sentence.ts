import type { Summary } from "@/lib/contracts/dashboard";

/** Keeps the place of the sentence until it is known. */
export const NO_WORDS_YET = "\u00a0";

/** The state of things in a sentence: "3 to review · 41 posted this month". */
export function stateSentence(summary: Summary): string {
  const { deposits, pending, suggested, matched, posted_this_month } = summary;
  if (deposits === 0) return "No deposits yet";
  const open = pending + suggested;
  const parts = [open === 0 ? "You're all caught up" : `${open} to review`];
  if (matched > 0) parts.push(`${matched} not posted`);
  parts.push(`${posted_this_month} posted this month`);
  return parts.join(" · ");
}
