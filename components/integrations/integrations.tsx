"use client";

import { useQuery } from "@tanstack/react-query";
import { NeedsAttention } from "@/components/failures/needs-attention";
import { failuresQuery } from "@/components/failures/queries";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { useErrorToast } from "@/components/feedback/use-error-toast";
import { AuthorizeConnectForm } from "@/components/integrations/authorize-connect-form";
import { providerViews } from "@/components/integrations/catalog";
import { useBusyProviders } from "@/components/integrations/connect-mutations";
import { IntegrationsSkeleton } from "@/components/integrations/integrations-skeleton";
import { ProviderTabs } from "@/components/integrations/provider-tabs";
import { integrationsQuery } from "@/components/integrations/queries";
import { StatusSummary } from "@/components/integrations/status-summary";
import { StripeConnectForm } from "@/components/integrations/stripe-connect-form";
import { useConnectedNotice } from "@/components/integrations/use-connected-notice";
import { usePageAddress } from "@/components/integrations/use-page-address";
import { useReturnFocus } from "@/components/integrations/use-return-focus";
import { useSyncRuns } from "@/components/integrations/use-sync-runs";

export function Integrations({ offersStripeOauth }: { offersStripeOauth: boolean }) {
  useConnectedNotice();
  const { data, error, isPending, isError, refetch } = useQuery(integrationsQuery);
  const failures = useQuery(failuresQuery);
  useErrorToast(isError, "Failed to load integrations. Please try again later.");
  const busy = useBusyProviders();
  const runs = useSyncRuns();
  const { tab, connect, showTab, openForm, closeForm } = usePageAddress();
  const views = providerViews(data?.integrations ?? [], busy);
  const isConnected = views.some(({ id, status }) => id === connect && status === "connected");
  const form = data && !isConnected ? connect : null;
  // What needs attention stands on top: nothing jumps when it comes.
  const loading = isPending || (data !== undefined && failures.isPending);
  useReturnFocus(form, data !== undefined && !loading);

  if (form === "stripe") {
    return <StripeConnectForm offersOauth={offersStripeOauth} onClose={closeForm} />;
  }
  if (form === "authorize") return <AuthorizeConnectForm onClose={closeForm} />;
  return (
    <>
      <PageHeader title="Integrations" />
      {loading && <IntegrationsSkeleton />}
      {isError && !data && (
        <ErrorState
          title="The integrations could not be loaded"
          description={error.message}
          error={error}
          onRetry={() => refetch()}
        />
      )}
      {data && !loading && (
        <div className="grid gap-6">
          {failures.data && <NeedsAttention {...failures.data} here="/integrations" />}
          <StatusSummary views={views} />
          <ProviderTabs views={views} runs={runs} tab={tab} onTab={showTab} onOpenForm={openForm} />
        </div>
      )}
    </>
  );
}
