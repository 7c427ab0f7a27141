import type { Metadata } from "next";
import { Suspense } from "react";
import { RequireToken } from "@/components/integrations/require-token";
import { StripeCallback } from "@/components/integrations/stripe-callback";

export const metadata: Metadata = { title: "Connecting Stripe" };

export default function StripeCallbackPage() {
  return (
    <RequireToken>
      <Suspense>
        <StripeCallback />
      </Suspense>
    </RequireToken>
  );
}
