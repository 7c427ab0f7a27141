import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { StatusDot, statusLabel } from "@/components/ui/status-dot";

const VARIANTS: Record<string, BadgeVariant> = {
  matched: "success",
  posted: "success",
  suggested: "warning",
};

/** A status as a word on its colour. */
export function StatusBadge({
  status,
  className,
}: {
  status: string;
  className?: string | undefined;
}) {
  return (
    <Badge variant={VARIANTS[status] ?? "secondary"} className={className}>
      <StatusDot status={status} decorative />
      {statusLabel(status)}
    </Badge>
  );
}
