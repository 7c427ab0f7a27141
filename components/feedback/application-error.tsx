"use client";

import { TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";

/**
 * The last resort, for what no page expected. `digest` is how the server's log knows an error of its own.
 * Trying again reloads the page: a part that failed to load stays failed for this visit.
 */
export function ApplicationError({ error }: { error: Error & { digest?: string } }) {
  useEffect(() => console.error(error), [error]);
  return (
    <div
      role="alert"
      className="grid min-h-[60dvh] place-content-center justify-items-center gap-1 px-6 py-12 text-center"
    >
      <TriangleAlert aria-hidden="true" className="mb-2 size-6 text-destructive" />
      <h1 className="text-xl font-semibold tracking-tight">Unexpected Application Error!</h1>
      <p className="max-w-md text-pretty text-muted-foreground">
        {error.digest
          ? "If it happens again, send the reference below to your administrator."
          : "If it happens again, contact your administrator and describe what you were doing."}
      </p>
      <Button className="mt-4" onClick={() => window.location.reload()}>
        Retry
      </Button>
      {error.digest && (
        <p className="mt-3 text-xs text-muted-foreground">
          Reference <code className="font-mono">{error.digest}</code>
        </p>
      )}
    </div>
  );
}
