"use client";

import { useIsMutating, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { useErrorToast } from "@/components/feedback/use-error-toast";
import {
  type ProviderId,
  type ProviderView,
  providerViews,
} from "@/components/integrations/catalog";
import { mutationKeys } from "@/components/integrations/mutations";
import { ProviderCard } from "@/components/integrations/provider-card";
import { integrationsQuery } from "@/components/integrations/queries";
import { QuickbooksCard } from "@/components/integrations/quickbooks-card";
import { latestRun } from "@/components/integrations/runs";
import { StatusSummary } from "@/components/integrations/status-summary";
import { StripeCard } from "@/components/integrations/stripe-card";
import { StripeConnectForm } from "@/components/integrations/stripe-connect-form";
import { useConnectedNotice } from "@/components/integrations/use-connected-notice";
import { useSyncRuns } from "@/components/integrations/use-sync-runs";
import { Spinner } from "@/components/ui/spinner";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { SyncRun } from "@/lib/contracts/integrations";

export function Integrations() {
  useConnectedNotice();
  const { data, error, isPending, isError, refetch } = useQuery(integrationsQuery);
  useErrorToast(isError, "Failed to load integrations. Please try again later.");
  const busy = useBusyProviders();
  const runs = useSyncRuns();
  const [connecting, setConnecting] = useState(false);
  const views = providerViews(data?.integrations ?? [], busy);

  if (connecting) return <StripeConnectForm onClose={() => setConnecting(false)} />;
  return (
    <>
      <PageHeader title="Integrations" />
      {isPending && <Spinner className="size-6" aria-label="Loading integrations" />}
      {isError && !data && (
        <ErrorState
          title="The integrations could not be loaded"
          error={error}
          onRetry={() => refetch()}
        />
      )}
      {data && (
        <div className="grid gap-6">
          <StatusSummary views={views} />
          <Tabs defaultValue="payment-processors">
            <TabsList>
              <TabsTrigger value="payment-processors">Payment Processors</TabsTrigger>
              <TabsTrigger value="accounting">Accounting Software</TabsTrigger>
            </TabsList>
            {(["payment-processors", "accounting"] as const).map((kind) => (
              <TabsContent
                key={kind}
                value={kind}
                className="grid items-start gap-4 md:grid-cols-2"
              >
                {views
                  .filter((view) => view.kind === kind)
                  .map((view) => (
                    <Provider
                      key={view.id}
                      view={view}
                      run={latestRun(runs, view.id)}
                      onConnectStripe={() => setConnecting(true)}
                    />
                  ))}
              </TabsContent>
            ))}
          </Tabs>
        </div>
      )}
    </>
  );
}

function Provider({
  view,
  run,
  onConnectStripe,
}: {
  view: ProviderView;
  run: SyncRun | null;
  onConnectStripe: () => void;
}) {
  if (view.id === "stripe") return <StripeCard view={view} run={run} onConnect={onConnectStripe} />;
  if (view.id === "quickbook") return <QuickbooksCard view={view} run={run} />;
  return <ProviderCard view={view} />;
}

function useBusyProviders(): ReadonlySet<ProviderId> {
  const stripe = useIsMutating({ mutationKey: mutationKeys.stripe });
  const quickbook = useIsMutating({ mutationKey: mutationKeys.quickbook });
  const busy = new Set<ProviderId>();
  if (stripe > 0) busy.add("stripe");
  if (quickbook > 0) busy.add("quickbook");
  return busy;
}
