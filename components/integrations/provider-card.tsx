import { Settings } from "lucide-react";
import type { ReactNode } from "react";
import type { ProviderView } from "@/components/integrations/catalog";
import { ConnectionFacts } from "@/components/integrations/connection-facts";
import { ProviderBadge } from "@/components/integrations/provider-badge";
import { Button } from "@/components/ui/button";
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";

interface ProviderCardProps {
  view: ProviderView;
  onConnect?: () => void;
  onSettings?: () => void;
  /** What a connected provider offers. */
  actions?: ReactNode;
  /** Further actions of an expired connection, beside Reconnect. */
  disconnect?: ReactNode;
  /** The state of its sync. */
  children?: ReactNode;
}

/** Where the focus returns to when a provider's form closes. */
export function cardId(id: string): string {
  return `integration-${id}`;
}

/** One integration: name, description, badge; what is connected, and what can be done about it. */
export function ProviderCard({
  view,
  onConnect,
  onSettings,
  actions,
  disconnect,
  children,
}: ProviderCardProps) {
  const title = `provider-${view.provider.wire}`;
  const { connection } = view;
  const connected = connection?.status === "connected";
  return (
    <Card id={cardId(view.provider.wire)} role="group" aria-labelledby={title} tabIndex={-1}>
      <CardHeader>
        <CardTitle id={title}>{view.provider.name}</CardTitle>
        <CardDescription className="col-span-full">{view.provider.description}</CardDescription>
        <CardAction className="-my-1.5 row-span-1 flex min-h-9 items-center gap-2">
          <ProviderBadge view={view} />
          {connected && onSettings && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={`${view.provider.name} Settings`}
              onClick={onSettings}
            >
              <Settings aria-hidden="true" />
              Settings
            </Button>
          )}
        </CardAction>
      </CardHeader>
      {connection && (
        <CardContent className="grid gap-3">
          <ConnectionFacts connection={connection} {...(onSettings && { onChoose: onSettings })} />
          {children}
        </CardContent>
      )}
      <CardFooter className="mt-auto flex-wrap gap-2">
        {connected ? (
          actions
        ) : (
          <>
            <ConnectButton view={view} {...(onConnect && { onConnect })} />
            {connection && disconnect}
          </>
        )}
      </CardFooter>
    </Card>
  );
}

function ConnectButton({ view, onConnect }: Pick<ProviderCardProps, "view" | "onConnect">) {
  const label = view.connection ? "Reconnect" : "Connect";
  return (
    <Button
      disabled={view.status !== "not_connected"}
      aria-label={`${label} ${view.provider.name}`}
      onClick={onConnect}
    >
      {label}
    </Button>
  );
}
