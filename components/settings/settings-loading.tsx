import type { ReactNode } from "react";
import { ErrorState } from "@/components/feedback/error-state";
import { Card, CardContent } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** Holds a form's place while its values are on their way: one bar per row, or says why they are not. */
export function SettingsLoading({
  rows,
  error,
  onRetry,
}: {
  rows: readonly string[];
  error: Error | null;
  onRetry: () => void;
}): ReactNode {
  if (error) {
    return (
      <ErrorState
        title="Couldn't load your settings"
        description={error.message}
        error={error}
        onRetry={onRetry}
      />
    );
  }
  return (
    <Card aria-busy="true">
      <CardContent className="grid gap-6">
        {rows.map((row) => (
          <div key={row} className="grid gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-9 w-full" />
          </div>
        ))}
      </CardContent>
    </Card>
  );
}
