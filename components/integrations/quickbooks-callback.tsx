"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { readParameters, refusalText } from "@/components/integrations/callback-parameters";
import { Completing } from "@/components/integrations/completing";
import { plainReason } from "@/components/integrations/reason";
import { useCompletion } from "@/components/integrations/use-completion";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";

/** Completes the connection and leaves for the integrations page either way. */
export function QuickbooksCallback() {
  const params = useSearchParams();
  const router = useRouter();
  useCompletion({
    send: async () => {
      const body = readParameters(params, ["code", "realmId", "state"]);
      if (!body) throw new Error("parameters are missing");
      return call("POST /qb/callback/", { body });
    },
    onDone: () => router.replace("/integrations?qb_connected=true"),
    onFailed: (error) => {
      const description = refusalText(params, "QuickBooks") ?? plainReason(error);
      toast.error("Failed to complete QuickBooks integration", { description });
      router.replace("/integrations");
    },
  });
  return <Completing name="QuickBooks" />;
}
