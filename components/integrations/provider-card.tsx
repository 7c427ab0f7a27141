import { Settings } from "lucide-react";
import { Fragment, type ReactNode, useId } from "react";
import type { ProviderView } from "@/components/integrations/catalog";
import { Allowed } from "@/components/session/allowed";
import { useMay } from "@/components/session/companies";
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
import type { Integration } from "@/lib/contracts/integrations";
import { providerOfWire } from "@/lib/providers/list";
import { Unsupported } from "./completing";
import { ConnectsInto } from "./connects-into";
import { PostsFrom } from "./posts-from";
import { SharedNotice } from "./shared-notice";

interface ProviderCardProps {
  view: ProviderView;
  onConnect?: () => void;
  onSettings?: () => void;
  /** What a connected provider offers. */
  actions?: ReactNode;
  /** Further actions for an expired connection, next to Reconnect. */
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
  const mayChoose = useMay("admin");
  const { connection, unavailable } = view;
  const why = useId();
  const { role } = view.provider;
  const connected = connection?.status === "connected";
  return (
    <Card id={cardId(view.provider.wire)} role="group" aria-labelledby={title} tabIndex={-1}>
      <CardHeader>
        <div className="flex min-w-0 items-center gap-3">
          <Initial of={view.provider.name} />
          <CardTitle id={title}>{view.provider.name}</CardTitle>
        </div>
        <CardDescription className="col-span-full mt-2">
          {view.provider.description}
        </CardDescription>
        <CardAction className="-my-1.5 row-span-1 flex min-h-9 items-center gap-2">
          <ProviderBadge view={view} />
          {connected && onSettings && (
            <Allowed to="admin">
              <Button
                variant="ghost"
                size="sm"
                aria-label={`${view.provider.name} Settings`}
                onClick={onSettings}
              >
                <Settings aria-hidden="true" />
                Settings
              </Button>
            </Allowed>
          )}
        </CardAction>
      </CardHeader>
      {connection && (
        <CardContent className="grid gap-3">
          <ConnectionFacts
            connection={connection}
            {...(mayChoose && onSettings && { onChoose: onSettings })}
          />
          {children}
        </CardContent>
      )}
      {view.status === "not_connected" && !connection && role === "ledger" && (
        <CardContent className="grid gap-3">
          <Unsupported provider={view.provider} />
          {view.terms && (
            <p className="text-caption text-pretty text-muted-foreground">{view.terms}</p>
          )}
          {unavailable === null && (
            <Allowed to="admin">
              <ConnectsInto name={view.provider.name} />
            </Allowed>
          )}
        </CardContent>
      )}
      {unavailable && (
        <CardContent>
          <p id={why} className="text-pretty">
            {unavailable}
          </p>
        </CardContent>
      )}
      <CardFooter className="mt-auto flex-wrap gap-2">
        {connected ? (
          actions
        ) : (
          <>
            <Allowed to="admin">
              <ConnectButton view={view} why={why} {...(onConnect && { onConnect })} />
            </Allowed>
            {connection && disconnect}
          </>
        )}
      </CardFooter>
    </Card>
  );
}

/** Stands where a logo would: the services' own are trademarks. */
function Initial({ of }: { of: string }) {
  return (
    <span
      aria-hidden="true"
      className="-my-1.5 grid size-9 shrink-0 place-items-center rounded-md border bg-muted text-sm font-semibold text-muted-foreground max-sm:hidden"
    >
      {of.charAt(0)}
    </span>
  );
}

function ConnectButton({
  view,
  why,
  onConnect,
}: Pick<ProviderCardProps, "view" | "onConnect"> & {
  /** Id of the sentence that says why it can't be connected. */
  why: string;
}) {
  const label = view.connection ? "Reconnect" : "Connect";
  return (
    <Button
      disabled={view.status !== "not_connected" || view.unavailable !== null}
      aria-describedby={view.unavailable === null ? undefined : why}
      aria-label={`${label} ${view.provider.name}`}
      onClick={onConnect}
    >
      {label}
    </Button>
  );
}

function ProviderBadge({ view: { status, connection } }: { view: ProviderView }) {
  if (status === "connected") return <Badge variant="success">Connected</Badge>;
  if (status === "connecting") return <Badge variant="secondary">Connecting...</Badge>;
  if (status === "coming_soon") return <Badge variant="secondary">Coming Soon</Badge>;
  if (connection) return <Badge variant="destructive">Expired</Badge>;
  return null;
}

interface Choice {
  term: string;
  /** Its name; empty or undefined while nothing is chosen. */
  chosen: string | undefined;
  /** What the button does that chooses it. */
  action: string;
}

function ledgerChoices({ meta_data }: Integration): Choice[] {
  const { default_bank_name, payment_account_names } = meta_data;
  const bank = { term: "Bank account", chosen: default_bank_name, action: "Choose a bank account" };
  // Only of books that have no Undeposited Funds.
  if (payment_account_names === undefined) return [bank];
  const action = "Choose the account that payments wait in";
  return [bank, { term: "Payments wait in", chosen: payment_account_names, action }];
}

function sourceChoices({ meta_data }: Integration): Choice[] {
  return [{ term: "Fee account", chosen: meta_data.Name, action: "Choose an expense category" }];
}

/** Which account is connected, and what its settings say. */
function ConnectionFacts({
  connection,
  onChoose,
}: {
  connection: Integration;
  onChoose?: () => void;
}) {
  const { name, role } = providerOfWire(connection.integration_type);
  const choices = role === "ledger" ? ledgerChoices(connection) : sourceChoices(connection);
  const expired = connection.status === "expired";
  return (
    <>
      {expired && (
        <p className="text-caption text-destructive">
          Your {name} connection has expired. Reconnect to continue; nothing is lost.
        </p>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-caption">
        <dt className="text-muted-foreground">Account</dt>
        <dd className="truncate">
          {connection.display_name}
          {!connection.livemode && " (test)"}
        </dd>
        {choices.map(({ term, chosen, action }) => (
          <Fragment key={term}>
            <dt className="text-muted-foreground">{term}</dt>
            <dd className="truncate">
              {chosen || "Not set"}
              {!chosen && !expired && onChoose && (
                <Button
                  variant="link"
                  size="sm"
                  className="ml-2 h-auto px-0"
                  aria-label={action}
                  onClick={onChoose}
                >
                  Choose
                </Button>
              )}
            </dd>
          </Fragment>
        ))}
      </dl>
      <PostsFrom connection={connection} />
      <SharedNotice connection={connection} />
    </>
  );
}
