import { Settings } from "lucide-react";
import type { ReactNode } from "react";
import type { ProviderStatus, ProviderView } from "@/components/integrations/catalog";
import { ConnectionFacts } from "@/components/integrations/connection-facts";
import { Badge } from "@/components/ui/badge";
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
  /** The state of its sync. */
  children?: ReactNode;
}

/** One integration: name, description, badge; what is connected, and what can be done about it. */
export function ProviderCard({
  view,
  onConnect,
  onSettings,
  actions,
  children,
}: ProviderCardProps) {
  const title = `provider-${view.id}`;
  const connected = view.connection?.status === "connected";
  return (
    <Card role="group" aria-labelledby={title}>
      <CardHeader>
        <CardTitle id={title}>{view.name}</CardTitle>
        <CardDescription>{view.description}</CardDescription>
        <CardAction className="-my-1.5 flex min-h-9 items-center gap-2">
          <ProviderBadge status={view.status} />
          {connected && onSettings && (
            <Button
              variant="ghost"
              size="icon"
              aria-label={`${view.name} Settings`}
              onClick={onSettings}
            >
              <Settings aria-hidden="true" />
            </Button>
          )}
        </CardAction>
      </CardHeader>
      {view.connection && (
        <CardContent className="grid gap-3">
          <ConnectionFacts connection={view.connection} />
          {children}
        </CardContent>
      )}
      <CardFooter className="mt-auto gap-2">
        {connected ? (
          actions
        ) : (
          <Button
            disabled={view.status !== "not_connected"}
            aria-label={`Connect ${view.name}`}
            onClick={onConnect}
          >
            Connect
          </Button>
        )}
      </CardFooter>
    </Card>
  );
}

function ProviderBadge({ status }: { status: ProviderStatus }) {
  if (status === "connected") return <Badge variant="success">Connected</Badge>;
  if (status === "connecting") return <Badge variant="secondary">Connecting...</Badge>;
  if (status === "coming_soon") return <Badge variant="secondary">Coming Soon</Badge>;
  return null;
}
