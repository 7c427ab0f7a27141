import { useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { integrationKeys } from "@/components/integrations/queries";
import { toast } from "@/components/ui/toast";
import { connectableProviders } from "@/lib/providers/list";

/** After a callback: reports success, refetches, and clears the query parameter. */
export function useConnectedNotice(): void {
  const params = useSearchParams();
  const router = useRouter();
  const client = useQueryClient();
  const connected = connectableProviders().find(
    (provider) => "redirect" in provider && params.get(provider.redirect.notice) === "true",
  );
  const notice = connected && `Successfully connected to ${connected.name}`;

  useEffect(() => {
    if (notice === undefined) return;
    // One id: React's strict mode runs effects twice.
    toast.success(notice, { id: notice });
    void client.invalidateQueries({ queryKey: integrationKeys.all });
    router.replace("/integrations");
  }, [notice, client, router]);
}
