import { cn } from "@/lib/cn";

const COLOURS: Record<string, string> = {
  matched: "border-status-done bg-status-done",
  posted: "border-status-done bg-status-done",
  suggested: "border-status-suggested bg-status-suggested",
};

/** "suggested" → "Suggested". */
export function statusLabel(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1);
}

/**
 * Matched and posted green, suggested amber, otherwise a grey ring. Says its status by itself, unless
 * text beside it does (`decorative`).
 */
export function StatusDot({
  status,
  decorative = false,
  className,
}: {
  status: string;
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
        COLOURS[status] ?? "border-status-idle",
        className,
      )}
    />
  );
}
