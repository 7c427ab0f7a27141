"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { refreshBooks } from "@/components/deposit-parts/refresh-books";
import { summaryQuery } from "@/components/deposit-parts/use-summary";
import { failuresQuery } from "@/components/failures/queries";
import { ErrorState } from "@/components/feedback/error-state";
import { PageHeader } from "@/components/feedback/page-header";
import { useErrorToast } from "@/components/feedback/use-error-toast";
import {
  comingSoon,
  connectedCount,
  type Offer,
  type ProviderKind,
  type ProviderView,
  providerViews,
  readyOnce,
} from "@/components/integrations/catalog";
import { useBusyProviders } from "@/components/integrations/connect-mutations";
import { FileImport } from "@/components/integrations/file-import";
import { fileSources } from "@/components/integrations/file-queries";
import { FileSourcesCard } from "@/components/integrations/file-sources-card";
import { IntegrationsSkeleton } from "@/components/integrations/integrations-skeleton";
import { KeyConnectForm } from "@/components/integrations/key-connect-form";
import { NextStep } from "@/components/integrations/next-step";
import { ProviderTabs } from "@/components/integrations/provider-tabs";
import {
  bankSettingsQuery,
  integrationKeys,
  integrationsQuery,
  syncRunsQuery,
  useSyncAll,
} from "@/components/integrations/queries";
import { usePageAddress } from "@/components/integrations/use-page-address";
import { useWatch } from "@/components/live/use-watch";
import { Allowed } from "@/components/session/allowed";
import { useMay } from "@/components/session/companies";
import { companySettingsQuery } from "@/components/settings/queries";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { toast } from "@/components/ui/toast";
import { isUnderWay } from "@/lib/constants/runs";
import type { SyncRun } from "@/lib/contracts/integrations";
import { BY_FILE, connectableProviders, providerOfWire, type WireName } from "@/lib/providers/list";
import { COMPANIES } from "@/lib/query-client";
import { cardId } from "./provider-card";
import { couldNotSync, isStartedHere, syncedRows } from "./queries";
import { endedSince } from "./runs";
import { SharedNotice } from "./shared-notice";

export function Integrations({
  offer,
  needsAttention,
  adopted,
}: {
  offer: Offer;
  /** What waits for the user, above the connections. */
  needsAttention: ReactNode;
  /** What the country of the books set. */
  adopted: ReactNode;
}) {
  useConnectedNotice();
  const { data, error, isPending, isError, refetch } = useQuery(integrationsQuery);
  const failures = useQuery(failuresQuery);
  const summary = useQuery(summaryQuery);
  useErrorToast(isError, "Failed to load integrations. Please try again later.");
  const busy = useBusyProviders();
  const runs = useSyncRuns();
  const { tab, connect, showTab, openForm, closeForm } = usePageAddress();
  const views = providerViews(data?.integrations ?? [], busy, offer);
  const mayImport = useMay("bookkeeper");
  const [dropped, setDropped] = useState<File | null>(null);
  const imports = connect === BY_FILE && mayImport === true;
  const isConnected = views.some(
    ({ provider, status }) => provider.wire === connect && status === "connected",
  );
  const undecided = data?.integrations.find(({ shared_use }) => shared_use === "undecided");
  const takesMore =
    connect !== null && connect !== BY_FILE && "severalAccounts" in providerOfWire(connect);
  const mayConnect = useMay("admin");
  const isSoon = views.some(
    ({ provider, status }) => provider.wire === connect && status === "coming_soon",
  );
  const canConnect = data && mayConnect && !isSoon && (!isConnected || takesMore);
  const form = canConnect && connect !== BY_FILE ? connect : null;
  // Rendered first, so that nothing shifts when it arrives.
  const loading =
    isPending ||
    (connect !== null && mayConnect === undefined) ||
    (data !== undefined && (failures.isPending || summary.isPending));
  useReturnFocus(imports ? BY_FILE : form, data !== undefined && !loading);

  if (data && imports) {
    return (
      <FileImport
        sources={fileSources(data.integrations)}
        dropped={dropped}
        onClose={() => {
          setDropped(null);
          closeForm();
        }}
      />
    );
  }
  if (form) {
    return (
      <KeyConnectForm
        key={form}
        provider={providerOfWire(form)}
        offersRedirect={offer.redirects[form] === null}
        onClose={closeForm}
      />
    );
  }
  return (
    <>
      <PageHeader title="Integrations" action={<SyncEverything views={views} />} />
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
          {/* Its own card says it too, on the other tab. */}
          {undecided && tab !== "accounting" && <SharedNotice connection={undecided} />}
          <Allowed to="admin">{adopted}</Allowed>
          <NextStep views={views} posted={summary.data?.posted} />
          <StatusSummary views={views} />
          <ProviderTabs
            views={views}
            runs={runs}
            tab={tab}
            onTab={showTab}
            onOpenForm={openForm}
            byFile={
              <FileSourcesCard
                sources={fileSources(data.integrations)}
                onImport={(file) => {
                  setDropped(file);
                  openForm(BY_FILE);
                }}
              />
            }
          />
        </div>
      )}
    </>
  );
}

/** Returns the focus to a provider's card when its form closes, once the card is rendered. */
function useReturnFocus(form: WireName | null, hasCards: boolean): void {
  const before = useRef<WireName | null>(null);
  useEffect(() => {
    if (form === null && before.current !== null) {
      if (!hasCards) return;
      // The long form's scroll position would leave the next step under the header.
      window.scrollTo({ top: 0 });
      document.getElementById(cardId(before.current))?.focus();
    }
    before.current = form;
  }, [form, hasCards]);
}

/** After a callback: reports success, refetches, and clears the query parameter. */
function useConnectedNotice(): void {
  const params = useSearchParams();
  const router = useRouter();
  const client = useQueryClient();
  const connected = connectableProviders().find(
    (provider) => "redirect" in provider && params.get(provider.redirect.notice) === "true",
  );
  const notice = connected && `Successfully connected to ${connected.name}`;

  useEffect(() => {
    if (notice === undefined) return;
    // One id: React's strict mode runs effects twice.
    toast.success(notice, { id: notice });
    void client.invalidateQueries({ queryKey: integrationKeys.all });
    void client.invalidateQueries({ queryKey: companySettingsQuery.queryKey });
    void client.invalidateQueries({ queryKey: COMPANIES, exact: true });
    router.replace("/integrations");
  }, [notice, client, router]);
}

/** Where there is more than one connection to sync. */
function SyncEverything({ views }: { views: ProviderView[] }) {
  const sync = useSyncAll();
  if (views.filter(({ status }) => status === "connected").length < 2) return null;
  return (
    <Allowed to="bookkeeper">
      <Button variant="outline" loading={sync.isPending} onClick={() => sync.mutate()}>
        <RefreshCw aria-hidden="true" />
        Sync Everything
      </Button>
    </Allowed>
  );
}

function StatusSummary({ views }: { views: ProviderView[] }) {
  const condition = readyOnce(views);
  return (
    <Card>
      <CardContent className="grid grid-cols-2 gap-6 md:grid-cols-[auto_auto_1fr] md:items-center md:gap-10">
        <Count title="Payment Processors" views={views} kind="payment-processors" />
        <Count title="Accounting Software" views={views} kind="accounting" />
        <div className="col-span-2 flex flex-wrap items-center justify-between gap-4 border-t pt-5 md:col-span-1 md:justify-end md:border-t-0 md:pt-0">
          <div className="grid gap-0.5 md:text-right">
            <p className="font-medium">Ready to match deposits</p>
            {condition !== "" && <p className="text-caption text-muted-foreground">{condition}</p>}
          </div>
          <Button asChild variant="outline">
            <Link href="/manual-match">Go to Matcher</Link>
          </Button>
        </div>
      </CardContent>
    </Card>
  );
}

function Count({
  title,
  views,
  kind,
}: {
  title: string;
  views: ProviderView[];
  kind: ProviderKind;
}) {
  const soon = comingSoon(views, kind);
  return (
    <div>
      <p className="text-caption text-muted-foreground">{title}</p>
      <p className="text-3xl font-semibold tabular-nums">
        {connectedCount(views, kind)}{" "}
        <span className="text-sm font-normal text-muted-foreground">connected</span>
      </p>
      {soon !== "" && <p className="text-caption text-muted-foreground">{soon}</p>}
    </div>
  );
}

/** The latest syncs; announces each that ends while the page is open. */
function useSyncRuns(): SyncRun[] {
  const client = useQueryClient();
  const router = useRouter();
  const { data } = useQuery(syncRunsQuery);
  useWatch(data?.runs.some(isUnderWay) ?? false);
  const before = useRef<SyncRun[] | null>(null);

  useEffect(() => {
    if (!data) return;
    const ended = endedSince(before.current ?? data.runs, data.runs);
    before.current = data.runs;
    if (ended.length === 0) return;
    for (const run of ended) announce(run, () => router.push("/transactions"));
    void client.invalidateQueries({ queryKey: integrationKeys.list() });
    // A currency may have been paid out for the first time: open settings ask for its bank account.
    void client.invalidateQueries({ queryKey: bankSettingsQuery.queryKey });
    void refreshBooks(client);
  }, [data, client, router]);

  return data?.runs ?? [];
}

function announce(run: SyncRun, viewTransactions: () => void): void {
  const provider = providerOfWire(run.integration_type);
  if (provider.id === BY_FILE) return;
  // The ledger's payments come along with every sync of payouts: only one that was asked for is announced.
  if (provider.role === "ledger" && !isStartedHere(run)) return;
  const { name } = provider;
  if (run.state === "succeeded") {
    toast.success(`Successfully synced ${syncedRows(provider)}`, {
      description: run.message,
      action: { label: "View transactions", onClick: viewTransactions },
    });
  } else if (run.state === "failed") {
    toast.error(couldNotSync(provider), { description: run.message });
  } else {
    toast(`${name} sync stopped`, { description: "What was imported is kept." });
  }
}
