import type { ReactNode } from "react";
import { cn } from "@/lib/cn";

/** Why there is nothing here, and the one next step. */
export function EmptyState({
  title,
  description,
  action,
  className,
}: {
  title: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div className={cn("ui-state", className)}>
      <p className="font-medium">{title}</p>
      {description && <p className="max-w-md text-pretty text-muted-foreground">{description}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
