import { useQuery } from "@tanstack/react-query";
import { integrationsQuery } from "@/components/integrations/queries";
import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { Integration, integrationList } from "@/lib/contracts/integrations";
import { groupBy } from "@/lib/group-by";

const NONE: Integration[] = [];

/**
 * The accounts at each payment processor that the company has several at; with one of each, none has to be named. The
 * same array as long as they are the same.
 */
export function useSeveralAccounts(): Integration[] {
  const { data = NONE } = useQuery({ ...integrationsQuery, select: severalOf });
  return data;
}

function severalOf({ integrations }: ResponseOf<typeof integrationList>): Integration[] {
  const byType = groupBy(integrations, ({ integration_type }) => integration_type);
  return [...byType.values()].filter((accounts) => accounts.length > 1).flat();
}
