import { useMutation } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { toast } from "sonner";
import { call } from "@/lib/api";
import { quickbooksCallback } from "@/lib/contracts/integrations";

/** Sends what QuickBooks came back with, once, and leaves for the integrations page either way. */
export function useCompleteQuickbooks(): void {
  const params = useSearchParams();
  const router = useRouter();
  const started = useRef(false);
  const { mutate } = useMutation({
    mutationFn: () =>
      call(quickbooksCallback, {
        body: {
          code: params.get("code") ?? "",
          realmId: params.get("realmId") ?? "",
          state: params.get("state") ?? "",
        },
      }),
    onSuccess: () => router.replace("/integrations?qb_connected=true"),
    onError: () => {
      toast.error("Failed to complete QuickBooks integration");
      router.replace("/integrations");
    },
  });

  useEffect(() => {
    // The code works once, and React's strict mode runs effects twice.
    if (started.current) return;
    started.current = true;
    mutate();
  }, [mutate]);
}
