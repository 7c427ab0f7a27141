import type { Metadata } from "next";
import { Suspense } from "react";
import { Integrations } from "@/components/integrations/integrations";
import { RequireToken } from "@/components/integrations/require-token";
import { offersStripeConnect } from "@/server/integrations/stripe-platform";

export const metadata: Metadata = { title: "Integrations" };

// What a provider came back with stands in the address, known in the browser only: hence the boundary.
export default function IntegrationsPage() {
  return (
    <RequireToken>
      <Suspense>
        <Integrations offersStripeOauth={offersStripeConnect()} />
      </Suspense>
    </RequireToken>
  );
}
