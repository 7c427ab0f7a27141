import type { Metadata } from "next";
import { Suspense } from "react";
import { QuickbooksCallback } from "@/components/integrations/quickbooks-callback";
import { RequireToken } from "@/components/integrations/require-token";

export const metadata: Metadata = {
  title: "Connecting QuickBooks",
};

export default function QuickbooksCallbackPage() {
  return (
    <RequireToken>
      <Suspense>
        <QuickbooksCallback />
      </Suspense>
    </RequireToken>
  );
}
