import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { cn } from "@/lib/cn";
import type { Deposit } from "@/lib/contracts/deposits";

const VARIANTS: Record<ShownStatus, BadgeVariant> = {
  pending: "secondary",
  unmatched: "secondary",
  booked: "secondary",
  suggested: "warning",
  matched: "success",
  posted: "success",
};

/** A status as a word on its colour. @param label the word, where it isn't the status itself */
export function StatusBadge({
  status,
  label = statusLabel(status),
  className,
}: {
  status: ShownStatus;
  label?: string | undefined;
  className?: string | undefined;
}) {
  return (
    <Badge variant={VARIANTS[status]} className={className}>
      <StatusDot status={status} decorative />
      {label}
    </Badge>
  );
}

/** Of a deposit, of its lines ("booked") and of a payment in the books ("unmatched"). */
type ShownStatus = Deposit["status"] | Deposit["lines"][number]["status"] | "unmatched";

const IDLE = "border-status-idle";
const DONE = "border-status-done bg-status-done";

const COLOURS: Record<ShownStatus, string> = {
  pending: IDLE,
  unmatched: IDLE,
  booked: IDLE,
  suggested: "border-status-suggested bg-status-suggested",
  matched: DONE,
  posted: DONE,
};

/** "suggested" → "Suggested". */
function statusLabel(status: ShownStatus): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}

/**
 * Matched and posted green, suggested amber, otherwise a grey ring. Has its status as its label,
 * unless text next to it does (`decorative`).
 */
export function StatusDot({
  status,
  decorative = false,
  className,
}: {
  status: ShownStatus;
  decorative?: boolean;
  className?: string | undefined;
}) {
  const label = statusLabel(status);
  return (
    <span
      {...(decorative
        ? { "aria-hidden": true }
        : { role: "img", "aria-label": label, title: label })}
      data-status={status}
      className={cn(
        "inline-block size-2 shrink-0 rounded-full border-[1.5px]",
        COLOURS[status],
        className,
      )}
    />
  );
}
