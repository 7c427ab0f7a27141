"use client";

import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { readParameters, refusalText } from "@/components/integrations/callback-parameters";
import { Completing } from "@/components/integrations/completing";
import { plainReason } from "@/components/integrations/reason";
import { useCompletion } from "@/components/integrations/use-completion";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";

/** Completes the connection and goes on to the integrations page; stays here when that fails. */
export function StripeCallback() {
  const params = useSearchParams();
  const router = useRouter();
  const reasonOf = (error: Error) => refusalText(params, "Stripe") ?? plainReason(error);
  const { error } = useCompletion({
    send: async () => {
      const body = readParameters(params, ["code", "state"]);
      if (!body) throw new Error("parameters are missing");
      return call("POST /stripe/callback/", { body });
    },
    onDone: () => router.replace("/integrations?stripe_connected=true"),
    onFailed: () => toast.error("Failed to complete Stripe integration"),
  });
  if (!error) return <Completing name="Stripe" />;
  return (
    <div className="grid min-h-80 place-content-center justify-items-center gap-4 text-center">
      <div className="grid gap-1">
        <h1 className="text-xl font-semibold">Stripe was not connected</h1>
        <p className="max-w-md text-pretty text-muted-foreground">
          {reasonOf(error) ?? "Start again from Integrations."}
        </p>
      </div>
      <Button asChild>
        <Link href="/integrations">Back to integrations</Link>
      </Button>
    </div>
  );
}
