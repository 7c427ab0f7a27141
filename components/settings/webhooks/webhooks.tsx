"use client";

import { useIsMutating, useQuery } from "@tanstack/react-query";
import { Webhook } from "lucide-react";
import { useRef, useState } from "react";
import { useMay } from "@/components/session/companies";
import { ListCard } from "@/components/settings/list-card";
import { SettingsLoading } from "@/components/settings/settings-loading";
import { useRowFocus } from "@/components/settings/use-row-focus";
import { EndpointDialog } from "@/components/settings/webhooks/endpoint-dialog";
import { EndpointRow } from "@/components/settings/webhooks/endpoint-row";
import { webhookEndpointsQuery, webhookKeys } from "@/components/settings/webhooks/queries";
import { Button } from "@/components/ui/button";
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
    <p role="note" className="text-muted-foreground">
      Only owners and admins of the company can see and change webhooks.
    </p>
  );
}

function Endpoints() {
  const query = useQuery(webhookEndpointsQuery);
  const [adding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const list = useRowFocus(useIsMutating({ mutationKey: webhookKeys[0] }) > 0, add);
  const endpoints = query.data?.webhook_endpoints;
  const isFull = endpoints !== undefined && endpoints.length >= MAX_WEBHOOK_ENDPOINTS;
  return (
    <>
      <ListCard
        {...list}
        cardClassName="max-w-3xl"
        title="Webhooks"
        label="Webhook endpoints"
        description={
          <>
            Send changes of deposits and syncs to your own programs. They get ids and states, and
            read the rest with the <TextLink href="/api/docs">API</TextLink>.
          </>
        }
        query={query}
        items={endpoints}
        failed="Couldn't load the webhooks"
        empty={{
          title: "No webhooks",
          description:
            "Add the URL of a program. Each event is signed, and retried for five days until it arrives.",
        }}
        footer={
          <>
            {isFull && (
              <p className="text-caption text-muted-foreground">
                {`A company can have ${MAX_WEBHOOK_ENDPOINTS}.`}
              </p>
            )}
            <Button ref={add} disabled={!endpoints || isFull} onClick={() => setAdding(true)}>
              <Webhook aria-hidden="true" />
              Add endpoint
            </Button>
          </>
        }
      >
        {(endpoint) => <EndpointRow key={endpoint.id} endpoint={endpoint} />}
      </ListCard>
      {adding && <EndpointDialog endpoint={null} onClose={() => setAdding(false)} />}
    </>
  );
}
