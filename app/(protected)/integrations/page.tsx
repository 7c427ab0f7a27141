import type { Metadata } from "next";
import { NeedsAttention } from "@/components/failures/needs-attention";
import { PageHeader } from "@/components/feedback/page-header";
import { Integrations } from "@/components/integrations/integrations";
import { IntegrationsSkeleton } from "@/components/integrations/integrations-skeleton";
import { RequireToken } from "@/components/integrations/require-token";
import { AdoptedNotice } from "@/components/settings/adopted-notice";
import { keepsEstimates, listComingSoon, listRedirects } from "@/server/connections/connect";

export const metadata: Metadata = { title: "Integrations" };

export default function IntegrationsPage() {
  return (
    <RequireToken fallback={<Loading />}>
      <Integrations
        offer={{
          redirects: listRedirects(),
          comingSoon: listComingSoon(),
          keepsEstimates: keepsEstimates(),
        }}
        needsAttention={<NeedsAttention here="/integrations" />}
        adopted={<AdoptedNotice />}
      />
    </RequireToken>
  );
}

function Loading() {
  return (
    <>
      <PageHeader title="Integrations" />
      <IntegrationsSkeleton />
    </>
  );
}
