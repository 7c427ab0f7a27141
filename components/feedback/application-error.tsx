"use client";

import { useEffect } from "react";
import { ErrorState } from "@/components/feedback/error-state";

/** The last resort, for what no page expected. */
export function ApplicationError({
  error,
  onRetry,
}: {
  error: Error & { digest?: string };
  onRetry: () => void;
}) {
  useEffect(() => console.error(error), [error]);
  return (
    <ErrorState
      headingLevel="h1"
      title="Unexpected Application Error!"
      description={
        error.digest
          ? `Try again. If it happens again, tell the person who runs this installation: ${error.digest}`
          : "Try again. If it happens again, reload the page."
      }
      onRetry={onRetry}
      className="min-h-[60dvh] place-content-center"
    />
  );
}
