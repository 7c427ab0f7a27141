import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { EmptyState } from "@/components/feedback/empty-state";
import { integrationsQuery } from "@/components/integrations/queries";
import { Button } from "@/components/ui/button";

const TITLE = "No deposits found matching your filters.";

export function NoDeposits({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered) return <NoDepositsAtAll />;
  return (
    <EmptyState
      title={TITLE}
      action={
        <Button variant="outline" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  );
}

/** A company at its beginning: what brings deposits in depends on how far it is. */
function NoDepositsAtAll() {
  const { data } = useQuery(integrationsQuery);
  const connected = data?.integrations.some(
    ({ integration_type }) => integration_type !== "quickbook",
  );
  return (
    <EmptyState
      title="No deposits yet"
      description={
        <>
          {connected
            ? "Your payment processor is connected. Deposits will appear after the next sync."
            : "Connect a payment processor and sync it to see your deposits."}
          <span className="mt-1 block text-caption">{TITLE}</span>
        </>
      }
      action={
        <Button asChild variant="outline">
          <Link href="/integrations">Go to Integrations</Link>
        </Button>
      }
    />
  );
}
