"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { summaryQuery } from "@/components/books/summary-query";
import { failuresQuery } from "@/components/failures/queries";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { useErrorToast } from "@/components/feedback/use-error-toast";
import { providerViews } from "@/components/integrations/catalog";
import { useBusyProviders } from "@/components/integrations/connect-mutations";
import { IntegrationsSkeleton } from "@/components/integrations/integrations-skeleton";
import { KeyConnectForm } from "@/components/integrations/key-connect-form";
import { NextStep } from "@/components/integrations/next-step";
import { ProviderTabs } from "@/components/integrations/provider-tabs";
import { integrationsQuery } from "@/components/integrations/queries";
import { StatusSummary } from "@/components/integrations/status-summary";
import { useConnectedNotice } from "@/components/integrations/use-connected-notice";
import { usePageAddress } from "@/components/integrations/use-page-address";
import { useReturnFocus } from "@/components/integrations/use-return-focus";
import { useSyncRuns } from "@/components/integrations/use-sync-runs";
import { useMay } from "@/components/session/companies";
import { providerOfWire, type Redirects } from "@/lib/providers/list";

export function Integrations({
  redirects,
  needsAttention,
}: {
  redirects: Redirects;
  /** What waits for the user, above the connections. */
  needsAttention: ReactNode;
}) {
  useConnectedNotice();
  const { data, error, isPending, isError, refetch } = useQuery(integrationsQuery);
  const failures = useQuery(failuresQuery);
  const summary = useQuery(summaryQuery);
  useErrorToast(isError, "Failed to load integrations. Please try again later.");
  const busy = useBusyProviders();
  const runs = useSyncRuns();
  const { tab, connect, showTab, openForm, closeForm } = usePageAddress();
  const views = providerViews(data?.integrations ?? [], busy, redirects);
  const isConnected = views.some(
    ({ provider, status }) => provider.wire === connect && status === "connected",
  );
  const takesMore = connect !== null && "severalAccounts" in providerOfWire(connect);
  const mayConnect = useMay("admin");
  const form = data && mayConnect && (!isConnected || takesMore) ? connect : null;
  // Rendered first, so that nothing shifts when it arrives.
  const loading =
    isPending ||
    (connect !== null && mayConnect === undefined) ||
    (data !== undefined && (failures.isPending || summary.isPending));
  useReturnFocus(form, data !== undefined && !loading);

  if (form) {
    return (
      <KeyConnectForm
        key={form}
        provider={providerOfWire(form)}
        offersRedirect={redirects[form] === null}
        onClose={closeForm}
      />
    );
  }
  return (
    <>
      <PageHeader title="Integrations" />
      {loading && <IntegrationsSkeleton />}
      {isError && !data && (
        <ErrorState
          title="Couldn't load your integrations"
          description={error.message}
          error={error}
          onRetry={() => refetch()}
        />
      )}
      {data && !loading && (
        <div className="grid gap-6">
          {needsAttention}
          <NextStep views={views} posted={summary.data?.posted} />
          <StatusSummary views={views} />
          <ProviderTabs views={views} runs={runs} tab={tab} onTab={showTab} onOpenForm={openForm} />
        </div>
      )}
    </>
  );
}
