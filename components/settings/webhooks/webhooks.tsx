"use client";

import { useIsMutating, useQuery } from "@tanstack/react-query";
import { Webhook } from "lucide-react";
import { useRef, useState } from "react";
import { EmptyState } from "@/components/feedback/empty-state";
import { ErrorState } from "@/components/feedback/error-state";
import { useMay } from "@/components/session/companies";
import { SettingsLoading } from "@/components/settings/settings-loading";
import { useRowFocus } from "@/components/settings/use-row-focus";
import { EndpointDialog } from "@/components/settings/webhooks/endpoint-dialog";
import { EndpointRow } from "@/components/settings/webhooks/endpoint-row";
import { webhookEndpointsQuery, webhookKeys } from "@/components/settings/webhooks/queries";
import { Button } from "@/components/ui/button";
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import { MAX_WEBHOOK_ENDPOINTS } from "@/lib/constants/webhooks";

/** The company's webhook endpoints and what they answered. */
export function Webhooks() {
  const may = useMay("admin");
  if (may === undefined) {
    return <SettingsLoading rows={["endpoint"]} error={null} onRetry={() => undefined} />;
  }
  if (may) return <Endpoints />;
  return (
    <p role="note" className="max-w-2xl text-muted-foreground">
      Only owners and admins of the company can see and change webhooks.
    </p>
  );
}

function Endpoints() {
  const { data, error, refetch } = useQuery(webhookEndpointsQuery);
  const [adding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const list = useRowFocus(useIsMutating({ mutationKey: webhookKeys.all }) > 0, add);
  const endpoints = data?.webhook_endpoints;
  const isFull = endpoints !== undefined && endpoints.length >= MAX_WEBHOOK_ENDPOINTS;
  return (
    <Card className="max-w-3xl">
      <CardHeader>
        <CardTitle>Webhooks</CardTitle>
        <CardDescription className="text-pretty">
          Send changes of deposits and syncs to your own programs. They get ids and states, and read
          the rest with the <TextLink href="/api/docs">API</TextLink>.
        </CardDescription>
      </CardHeader>
      <CardContent>
        {endpoints?.length === 0 ? (
          <EmptyState
            className="border-y"
            title="No webhooks"
            description="Add the URL of a program. Each event is signed, and retried for five days until it arrives."
          />
        ) : endpoints ? (
          <ul {...list} aria-label="Webhook endpoints" className="divide-y border-y">
            {endpoints.map((endpoint) => (
              <EndpointRow key={endpoint.id} endpoint={endpoint} />
            ))}
          </ul>
        ) : error ? (
          <ErrorState
            headingLevel="h3"
            title="Couldn't load the webhooks"
            description={error.message}
            error={error}
            onRetry={() => refetch()}
          />
        ) : (
          <div aria-busy="true" className="grid gap-2 border-y py-3">
            <Skeleton className="h-5 w-64" />
            <Skeleton className="h-4 w-48" />
          </div>
        )}
      </CardContent>
      <CardFooter className="flex-wrap justify-end gap-3 border-t pt-5">
        {isFull && (
          <p className="text-caption text-muted-foreground">
            {`A company can have ${MAX_WEBHOOK_ENDPOINTS}.`}
          </p>
        )}
        <Button ref={add} disabled={!endpoints || isFull} onClick={() => setAdding(true)}>
          <Webhook aria-hidden="true" />
          Add endpoint
        </Button>
      </CardFooter>
      {adding && <EndpointDialog endpoint={null} onClose={() => setAdding(false)} />}
    </Card>
  );
}
