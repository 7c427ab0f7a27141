"use client";

import { useState } from "react";
import { ConfirmButton } from "@/components/feedback/confirm-button";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { ListRow } from "@/components/settings/list-card";
import { ShownOnce } from "@/components/settings/shown-once";
import { useListChange } from "@/components/settings/use-list-change";
import { Deliveries } from "@/components/settings/webhooks/deliveries";
import { EndpointDialog } from "@/components/settings/webhooks/endpoint-dialog";
import { webhookKeys } from "@/components/settings/webhooks/queries";
import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TimeText } from "@/components/ui/date-text";
import { call } from "@/lib/api";
import { cn } from "@/lib/cn";
import {
  type WEBHOOK_ENDS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_RETRY_DAYS,
} from "@/lib/constants/webhooks";
import type { WebhookEndpointView } from "@/lib/contracts/webhook-endpoints";
import { timeAgo } from "@/lib/time-ago";

const REASONS: Record<(typeof WEBHOOK_ENDS)[number], string> = {
  paused: "A user disabled it.",
  failing: `None of its deliveries arrived for ${WEBHOOK_RETRY_DAYS} days.`,
  gone: "It answered 410 Gone.",
  unreadable: "Its secret can't be opened any more. Give it a new one first.",
};

function stateOf(endpoint: WebhookEndpointView): [BadgeVariant, string] {
  const { disabled_because, failing_since } = endpoint;
  if (disabled_because)
    return [disabled_because === "paused" ? "secondary" : "destructive", "Disabled"];
  return failing_since ? ["warning", "Failing"] : ["success", "Active"];
}

/** One endpoint with its state, what can be done with it, and its deliveries. */
export function EndpointRow({ endpoint }: { endpoint: WebhookEndpointView }) {
  const { id, url, event_types, made_by, created_at, failing_since, disabled_because } = endpoint;
  const [editing, setEditing] = useState(false);
  const [shows, setShows] = useState(false);
  const test = useListChange(
    webhookKeys,
    "Couldn't send a test event",
    () => call("POST /webhook-endpoints/test/", { body: { webhook_endpoint_id: id } }),
    () => setShows(true),
  );
  const [variant, state] = stateOf(endpoint);
  return (
    <ListRow
      name={url}
      badge={<Badge variant={variant}>{state}</Badge>}
      facts={
        <>
          {event_types
            ? `${event_types.length} of ${WEBHOOK_EVENT_TYPES.length} events`
            : "All events"}
          , added by {made_by ?? "a former user"}{" "}
          <time dateTime={created_at}>{timeAgo(created_at, new Date())}</time>
          {failing_since && !disabled_because && (
            <>
              {" · failing since "}
              <TimeText at={failing_since} />
            </>
          )}
        </>
      }
    >
      {disabled_because && <DisabledNote id={id} because={disabled_because} />}
      <div className="flex w-full flex-wrap gap-1">
        <Button
          variant="outline"
          size="sm"
          aria-expanded={shows}
          onClick={() => setShows((shown) => !shown)}
        >
          {shows ? "Hide deliveries" : "Deliveries"}
        </Button>
        {!disabled_because && (
          <Button {...ACTION} loading={test.isPending} onClick={() => test.mutate(undefined)}>
            Send test event
          </Button>
        )}
        <Button {...ACTION} onClick={() => setEditing(true)}>
          Edit
        </Button>
        <NewSecret id={id} />
        {!disabled_because && (
          <ChangeButton
            label="Disable"
            title="Disable this endpoint?"
            text="Nothing is sent to it until it is enabled again, and what changes meanwhile isn't sent later."
            failed="Couldn't disable the endpoint"
            send={() => change(id, false)}
          />
        )}
        <ChangeButton
          label="Delete"
          title="Delete this endpoint?"
          text={`Nothing more is sent to ${url}, and the list of its deliveries goes with it. This can't be undone.`}
          destructive
          failed="Couldn't delete the endpoint"
          send={() => {
            // They go with it, and aren't asked for any more.
            setShows(false);
            return call("POST /webhook-endpoints/delete/", { body: { webhook_endpoint_id: id } });
          }}
        />
      </div>
      {shows && <Deliveries endpoint={endpoint} />}
      {editing && <EndpointDialog endpoint={endpoint} onClose={() => setEditing(false)} />}
    </ListRow>
  );
}

const ACTION = { variant: "ghost", size: "sm" } as const;

const change = (webhook_endpoint_id: string, enabled: boolean) =>
  call("POST /webhook-endpoints/change/", { body: { webhook_endpoint_id, enabled } });

function DisabledNote({ id, because }: { id: string; because: keyof typeof REASONS }) {
  const enable = useListChange(webhookKeys, "Couldn't enable the endpoint", () => change(id, true));
  return (
    <div
      role="status"
      className={cn(
        "flex w-full flex-wrap items-center justify-between gap-3 rounded-lg px-4 py-3",
        because === "paused" ? "bg-muted" : "bg-destructive-surface",
      )}
    >
      <p className="min-w-0 flex-1 basis-60 text-pretty">
        {REASONS[because]} Changes since then aren't sent. What failed before can be replayed once
        it is enabled.
      </p>
      <Button
        variant="outline"
        size="sm"
        loading={enable.isPending}
        onClick={() => enable.mutate(undefined)}
      >
        Enable
      </Button>
    </div>
  );
}

function NewSecret({ id }: { id: string }) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <ChangeButton
        label="New secret"
        title="Make a new signing secret?"
        text="For 24 hours the old one signs too, so that you can change it in your program without losing an event."
        failed="Couldn't make a new secret"
        send={() =>
          call("POST /webhook-endpoints/roll-secret/", { body: { webhook_endpoint_id: id } })
        }
        onDone={(made) => setSecret(made.secret)}
      />
      {secret !== null && (
        <TaskDialog
          title="Copy the new signing secret"
          description="It won't be shown again. The old one stops signing in 24 hours."
          onClose={() => setSecret(null)}
        >
          <ShownOnce label="Signing secret" secret={secret} onClose={() => setSecret(null)} />
        </TaskDialog>
      )}
    </>
  );
}

/** A change that is confirmed first. */
function ChangeButton<Result extends { message: string }>({
  failed,
  send,
  onDone,
  ...words
}: {
  label: string;
  title: string;
  text: string;
  destructive?: boolean;
  failed: string;
  send: () => Promise<Result>;
  onDone?: (result: Result) => void;
}) {
  const change = useListChange(webhookKeys, failed, send, onDone);
  return (
    <ConfirmButton
      {...ACTION}
      {...words}
      loading={change.isPending}
      onConfirm={() => change.mutate(undefined)}
    />
  );
}
