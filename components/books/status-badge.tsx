import { type ShownStatus, StatusDot, statusLabel } from "@/components/books/status-dot";
import { Badge, type BadgeVariant } from "@/components/ui/badge";

const VARIANTS: Record<ShownStatus, BadgeVariant> = {
  pending: "secondary",
  unmatched: "secondary",
  booked: "secondary",
  suggested: "warning",
  matched: "success",
  posted: "success",
};

/** A status as a word on its colour. */
export function StatusBadge({
  status,
  className,
}: {
  status: ShownStatus;
  className?: string | undefined;
}) {
  return (
    <Badge variant={VARIANTS[status]} className={className}>
      <StatusDot status={status} decorative />
      {statusLabel(status)}
    </Badge>
  );
}
