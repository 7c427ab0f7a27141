import type { BadgeVariant } from "@/components/ui/badge";
import type { UnmatchedCause } from "@/lib/constants/unmatched-payments";

/** Cause labels; the actionable ones stand out. */
export const CAUSES: Record<UnmatchedCause, { label: string; variant: BadgeVariant }> = {
  not_posted: { label: "Not posted yet", variant: "default" },
  recorded_twice: { label: "Recorded twice", variant: "warning" },
  other_processor: { label: "Other processor", variant: "secondary" },
  cash_or_check: { label: "Cash or check", variant: "secondary" },
  refunded: { label: "Refunded", variant: "secondary" },
  not_matched: { label: "Not matched yet", variant: "default" },
  not_paid_out: { label: "Not paid out yet", variant: "secondary" },
  unknown: { label: "Unknown", variant: "outline" },
};

/** What can be done about payments: nothing yet, something in the books, or a look at each. */
export const CAUSE_GROUPS = [
  { label: "Waiting for a payout", causes: ["not_posted", "not_matched", "not_paid_out"] },
  {
    label: "Cash, checks and other processors: deposit them in your books",
    causes: ["cash_or_check", "other_processor"],
  },
  {
    label: "Refunded, recorded twice or unexplained",
    causes: ["refunded", "recorded_twice", "unknown"],
  },
] as const satisfies { label: string; causes: UnmatchedCause[] }[];
