import type { ProviderView } from "@/components/integrations/catalog";
import { useStartSync } from "@/components/integrations/sync-mutations";
import { Button } from "@/components/ui/button";
import { isUnderWay } from "@/lib/constants/runs";
import type { SyncRun } from "@/lib/contracts/integrations";
import type { ConnectableProvider } from "@/lib/providers/list";

/** Rests while a sync of the provider is under way. */
export function SyncButton({
  provider,
  status,
  run,
  isPaused = false,
}: {
  provider: ConnectableProvider;
  status: ProviderView["status"];
  run: SyncRun | null;
  /** The provider answers no reads for now; a notice next to the button says so. */
  isPaused?: boolean;
}) {
  const sync = useStartSync(provider);
  return (
    <Button
      disabled={isPaused || status === "connecting" || (run !== null && isUnderWay(run))}
      loading={sync.isPending}
      onClick={() => sync.mutate()}
    >
      Sync Now
    </Button>
  );
}
