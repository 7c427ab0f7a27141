"use client";

import Link from "next/link";
import { useErrorToast } from "@/components/feedback/use-error-toast";
import { Button } from "@/components/ui/button";

/** Stripe is connected by a key on the integrations page; a redirect from Stripe can't be completed. */
export function StripeCallback() {
  useErrorToast(true, "Failed to complete Stripe integration");
  return (
    <div className="grid min-h-80 place-content-center justify-items-center gap-4 text-center">
      <h1 className="text-xl font-semibold">Stripe was not connected</h1>
      <p className="text-sm text-muted-foreground">
        Nothing has changed. Connect Stripe with a secret key instead.
      </p>
      <Button asChild>
        <Link href="/integrations">Go to Integrations</Link>
      </Button>
    </div>
  );
}
