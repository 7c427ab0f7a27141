import { useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { integrationKeys } from "@/components/integrations/queries";
import { toast } from "@/components/ui/toast";

const NOTICES = [
  ["stripe_connected", "Successfully connected to Stripe"],
  ["qb_connected", "Successfully connected to QuickBooks"],
] as const;

/** After a callback: says that it worked, asks the server anew, and clears the address. */
export function useConnectedNotice(): void {
  const params = useSearchParams();
  const router = useRouter();
  const client = useQueryClient();
  const notice = NOTICES.find(([name]) => params.get(name) === "true")?.[1];

  useEffect(() => {
    if (notice === undefined) return;
    // One id: React's strict mode runs effects twice.
    toast.success(notice, { id: notice });
    void client.invalidateQueries({ queryKey: integrationKeys.all });
    router.replace("/integrations");
  }, [notice, client, router]);
}
