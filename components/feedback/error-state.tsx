"use client";

import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { ApiError } from "@/lib/api-errors";
import { cn } from "@/lib/cn";

/** What happened, Retry, and the id under which the server's log knows it. */
export function ErrorState({
  title,
  description,
  error,
  onRetry,
  headingLevel: Heading = "h2",
  className,
}: {
  title: ReactNode;
  description?: ReactNode;
  /** Where the request id comes from. */
  error?: unknown;
  onRetry?: (() => void) | undefined;
  headingLevel?: "h1" | "h2" | "h3" | "h4";
  className?: string | undefined;
}) {
  const requestId = error instanceof ApiError ? error.requestId : "";
  return (
    <div role="alert" className={cn("ui-state", className)}>
      <TriangleAlert aria-hidden="true" className="mb-2 size-5 text-destructive" />
      <Heading className="font-medium">{title}</Heading>
      {description && <p className="max-w-md text-pretty text-muted-foreground">{description}</p>}
      {onRetry && (
        <Button variant="outline" className="mt-4" onClick={onRetry}>
          Retry
        </Button>
      )}
      {requestId !== "" && (
        <p className="mt-3 text-xs text-muted-foreground">
          Request <code className="font-mono">{requestId}</code>
        </p>
      )}
    </div>
  );
}
