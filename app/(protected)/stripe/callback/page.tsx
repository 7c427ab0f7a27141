import type { Metadata } from "next";
import { Completing } from "@/components/integrations/completing";
import { ProviderCallback } from "@/components/integrations/provider-callback";
import { RequireToken } from "@/components/integrations/require-token";

export const metadata: Metadata = { title: "Connecting Stripe" };

export default function StripeCallbackPage() {
  return (
    <RequireToken fallback={<Completing name="Stripe" />}>
      <ProviderCallback id="stripe" />
    </RequireToken>
  );
}
