import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { EmptyState } from "@/components/feedback/empty-state";
import { integrationsQuery } from "@/components/integrations/queries";
import { Button } from "@/components/ui/button";
import { LINGERING_DAYS } from "@/lib/contracts/values/lingering";
import { describeProvider, LEDGER } from "@/lib/providers/list";

const { wire } = describeProvider(LEDGER);

/** No payment waits too long; or none is known, because no books are connected. */
export function NothingLingers() {
  const { data } = useQuery(integrationsQuery);
  const isConnected = data?.integrations.some(({ integration_type }) => integration_type === wire);
  if (data && !isConnected) {
    return (
      <EmptyState
        title="QuickBooks isn't connected"
        description="Connect it to see which payments are left in Undeposited Funds, and why."
        action={
          <Button asChild variant="outline">
            <Link href="/integrations">Go to Integrations</Link>
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title="Nothing is left over"
      description={`No payment has been in Undeposited Funds for more than ${LINGERING_DAYS} days.`}
    />
  );
}
