import { useId } from "react";
import { useConnectByRedirect } from "@/components/integrations/connect-mutations";
import { Button } from "@/components/ui/button";
import type { ConnectableProvider } from "@/lib/providers/list";

/** Connecting at the provider itself, without copying a key. */
export function RedirectOffer({
  provider,
  startDate,
}: {
  provider: ConnectableProvider;
  /** From which payout date on to import; "" for everything. */
  startDate: string;
}) {
  const connect = useConnectByRedirect(provider, startDate);
  const title = useId();
  return (
    <section aria-labelledby={title} className="grid gap-3 border-b pb-6">
      <div className="grid gap-1">
        <h2 id={title} className="font-medium">
          {`Connect with ${provider.name}`}
        </h2>
        <p className="text-muted-foreground">
          {`Sign in to ${provider.name} and approve access. No keys to copy.`}
        </p>
      </div>
      <Button
        className="justify-self-start"
        loading={connect.isPending}
        onClick={() => connect.mutate()}
      >
        {`Continue to ${provider.name}`}
      </Button>
    </section>
  );
}
