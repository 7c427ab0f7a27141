import { Gauge, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

/** What a provider's allowance makes wait, and until when. */
export function AllowanceNotice({
  isStopped,
  title,
  text,
  className,
}: {
  /** Nothing is called for now. */
  isStopped: boolean;
  title: ReactNode;
  text: ReactNode;
  className?: string | undefined;
}) {
  const Icon = isStopped ? TriangleAlert : Gauge;
  return (
    <div
      role="status"
      className={cn("flex gap-3 rounded-lg border bg-card p-4 text-sm text-pretty", className)}
    >
      <Icon
        aria-hidden="true"
        className={cn("mt-0.5 size-4 shrink-0", isStopped ? "text-destructive" : "text-warning")}
      />
      <div className="grid gap-1">
        <p className="font-medium">{title}</p>
        <p className="text-muted-foreground">{text}</p>
      </div>
    </div>
  );
}
