import type { Metadata } from "next";
import { Completing } from "@/components/integrations/completing";
import { ProviderCallback } from "@/components/integrations/provider-callback";
import { RequireToken } from "@/components/integrations/require-token";

export const metadata: Metadata = { title: "Connecting QuickBooks" };

export default function QuickbooksCallbackPage() {
  return (
    <RequireToken fallback={<Completing name="QuickBooks" />}>
      <ProviderCallback id="quickbooks" />
    </RequireToken>
  );
}
