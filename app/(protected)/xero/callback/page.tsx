import type { Metadata } from "next";
import { Completing } from "@/components/integrations/completing";
import { ProviderCallback } from "@/components/integrations/provider-callback";
import { RequireToken } from "@/components/integrations/require-token";

export const metadata: Metadata = { title: "Connecting Xero" };

export default function XeroCallbackPage() {
  return (
    <RequireToken fallback={<Completing name="Xero" />}>
      <ProviderCallback id="xero" />
    </RequireToken>
  );
}
