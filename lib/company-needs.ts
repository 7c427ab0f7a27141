import { MAX_UNDECIDED } from "@/lib/constants/company-needs";
import type { CompanyNeeds } from "@/lib/contracts/companies-overview";
import { counted } from "@/lib/counted";

/** The counts that need attention, stuck work first. */
const COUNTED_NEEDS = [
  "not_posted",
  "ending",
  "suggested",
  "undecided",
  "pending",
] as const satisfies (keyof CompanyNeeds)[];

export type NeedCounts = Pick<CompanyNeeds, (typeof COUNTED_NEEDS)[number]>;

interface NeedText {
  text: string;
  isUrgent: boolean;
}

export function needsAttention(company: NeedCounts): boolean {
  return COUNTED_NEEDS.some((need) => company[need] > 0);
}

/** In words, what is stuck first; empty: nothing to do. */
export function needTexts(company: NeedCounts): NeedText[] {
  const { not_posted, ending, suggested, undecided, pending } = company;
  return [
    ...(not_posted > 0 ? [{ text: `${inDigits(not_posted)} not posted`, isUrgent: true }] : []),
    ...(ending > 0 ? [{ text: `${counted(ending, "connection")} to renew`, isUrgent: true }] : []),
    ...(suggested > 0 ? [{ text: counted(suggested, "suggestion"), isUrgent: false }] : []),
    ...(undecided > 0 ? [{ text: `${linesText(undecided)} to decide`, isUrgent: false }] : []),
    ...(pending > 0 ? [{ text: `${inDigits(pending)} open`, isUrgent: false }] : []),
  ];
}

function linesText(undecided: number): string {
  if (undecided < MAX_UNDECIDED) return counted(undecided, "line");
  return `${inDigits(MAX_UNDECIDED)}+ lines`;
}

const inDigits = (count: number) => count.toLocaleString("en-US");
