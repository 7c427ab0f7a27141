import { MAX_TO_DECIDE } from "@/lib/constants/company-needs";
import type { CompanyNeeds } from "@/lib/contracts/companies-overview";
import { counted } from "@/lib/counted";
import { formatCount } from "@/lib/format";

/** The counts that need attention, stuck work first. */
const COUNTED_NEEDS = [
  "not_posted",
  "ending",
  "suggested",
  "to_decide",
] as const satisfies (keyof CompanyNeeds)[];

export type NeedCounts = Pick<CompanyNeeds, (typeof COUNTED_NEEDS)[number]>;
type Connected = NeedCounts & Pick<CompanyNeeds, "connected">;

interface NeedText {
  text: string;
  isUrgent: boolean;
}

/** How much waits for a user: deposits, and connections to renew. */
export function countNeeds(company: NeedCounts): number {
  return COUNTED_NEEDS.reduce((sum, need) => sum + company[need], 0);
}

/** Whether nothing is connected that works or could be renewed. */
export function isUnconnected({
  connected,
  ending,
}: Pick<Connected, "connected" | "ending">): boolean {
  return connected === 0 && ending === 0;
}

/** Whether there is work in the company, or nothing that could bring any. */
export function needsAttention(company: Connected): boolean {
  return countNeeds(company) > 0 || isUnconnected(company);
}

/** In words, what is stuck first; empty: nothing to do. */
export function needTexts(company: NeedCounts): NeedText[] {
  const { not_posted, ending, suggested, to_decide } = company;
  return [
    ...(not_posted > 0 ? [{ text: `${formatCount(not_posted)} not posted`, isUrgent: true }] : []),
    ...(ending > 0 ? [{ text: `${counted(ending, "connection")} to renew`, isUrgent: true }] : []),
    ...(suggested > 0 ? [{ text: `${formatCount(suggested)} to confirm`, isUrgent: false }] : []),
    ...(to_decide > 0 ? [{ text: `${toDecideText(to_decide)} to decide`, isUrgent: false }] : []),
  ];
}

/** How many deposits there are to decide: "12", "1,000+". */
export function toDecideText(count: number): string {
  return count < MAX_TO_DECIDE ? formatCount(count) : `${formatCount(MAX_TO_DECIDE)}+`;
}
