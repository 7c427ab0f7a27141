"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { ErrorState } from "@/components/feedback/error-state";
import { integrationsQuery } from "@/components/integrations/queries";
import { describeProvider } from "@/lib/providers/list";
import { OpeningBooks } from "./completing";

const { wire } = describeProvider("quickbooks");

/** To the work while QuickBooks is connected, else to where it is connected. */
export function LaunchFromQuickbooks() {
  const router = useRouter();
  const { data, error, isError, refetch } = useQuery(integrationsQuery);
  const connection = data?.integrations.find(({ integration_type }) => integration_type === wire);
  const target = connection?.status === "connected" ? "/dashboard" : "/integrations?tab=accounting";
  useEffect(() => {
    if (data) router.replace(target);
  }, [data, router, target]);
  if (isError) {
    return (
      <ErrorState
        title="Your books couldn't be opened"
        headingLevel="h1"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return <OpeningBooks />;
}
