import Link from "next/link";
import { EmptyState } from "@/components/feedback/empty-state";
import { Button } from "@/components/ui/button";

export function NoDeposits({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const title = "No deposits found matching your filters.";
  if (filtered) {
    return (
      <EmptyState
        title={title}
        action={
          <Button variant="outline" onClick={onClear}>
            Clear filters
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={title}
      description="Deposits come in once a payment processor is connected and synced."
      action={
        <Button asChild variant="outline">
          <Link href="/integrations">Go to Integrations</Link>
        </Button>
      }
    />
  );
}
