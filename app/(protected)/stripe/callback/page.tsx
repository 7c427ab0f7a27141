import type { Metadata } from "next";
import { Completing } from "@/components/integrations/completing";
import { RequireToken } from "@/components/integrations/require-token";
import { StripeCallback } from "@/components/integrations/stripe-callback";

export const metadata: Metadata = { title: "Connecting Stripe" };

export default function StripeCallbackPage() {
  return (
    <RequireToken meanwhile={<Completing name="Stripe" />}>
      <StripeCallback />
    </RequireToken>
  );
}
