import type { Metadata } from "next";
import { PageHeader } from "@/components/feedback/page-header";
import { Integrations } from "@/components/integrations/integrations";
import { IntegrationsSkeleton } from "@/components/integrations/integrations-skeleton";
import { RequireToken } from "@/components/integrations/require-token";
import { offersStripeConnect } from "@/server/integrations/stripe-platform";

export const metadata: Metadata = { title: "Integrations" };

export default function IntegrationsPage() {
  return (
    <RequireToken meanwhile={<Loading />}>
      <Integrations offersStripeOauth={offersStripeConnect()} />
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
