import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { type ShownStatus, StatusDot, statusLabel } from "./status-dot";

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
