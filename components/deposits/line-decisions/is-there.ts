import type { OpenReasonCode } from "@/lib/constants/open-reasons";

const BOOKED: ReadonlySet<OpenReasonCode> = new Set([
  "already_matched",
  "in_bank",
  "other_account",
]);

interface Found {
  /** Why a line is open, as the engine found it. */
  finding: OpenReasonCode | null;
}

/** QuickBooks has a payment that fits a line, but has booked it elsewhere: a receipt would perhaps record it twice. */
export function isBooked({ finding }: Found): boolean {
  return finding !== null && BOOKED.has(finding);
}

/** QuickBooks has a payment that a line may be. */
export function isThere(line: Found): boolean {
  return isBooked(line) || line.finding === "suggested" || line.finding === "ambiguous";
}
