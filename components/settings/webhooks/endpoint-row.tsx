"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/feedback/confirm-dialog";
import { TaskDialog } from "@/components/feedback/task-dialog";
import { Deliveries } from "@/components/settings/webhooks/deliveries";
import { EndpointDialog } from "@/components/settings/webhooks/endpoint-dialog";
import { useWebhookChange } from "@/components/settings/webhooks/queries";
import { ShownSecret } from "@/components/settings/webhooks/shown-secret";
import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TimeText } from "@/components/ui/date-text";
import { call } from "@/lib/api";
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

function stateOf({ disabled_at, failing_since }: WebhookEndpointView): [BadgeVariant, string] {
  if (disabled_at) return ["destructive", "Disabled"];
  return failing_since ? ["warning", "Failing"] : ["success", "Active"];
}

/** One endpoint with its state, what can be done with it, and its deliveries. */
export function EndpointRow({ endpoint }: { endpoint: WebhookEndpointView }) {
  const { id, url, event_types, made_by, created_at, failing_since, disabled_because } = endpoint;
  const [editing, setEditing] = useState(false);
  const [shows, setShows] = useState(false);
  const test = useWebhookChange(
    "Couldn't send a test event",
    () => call("POST /webhook-endpoints/test/", { body: { webhook_endpoint_id: id } }),
    () => setShows(true),
  );
  const [variant, state] = stateOf(endpoint);
  const now = new Date();
  return (
    <li tabIndex={-1} className="grid gap-3 rounded-sm py-4">
      <div className="grid gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 break-all">{url}</span>
          <Badge variant={variant}>{state}</Badge>
        </p>
        <p className="text-caption text-muted-foreground">
          {event_types
            ? `${event_types.length} of ${WEBHOOK_EVENT_TYPES.length} events`
            : "All events"}
          , added by {made_by ?? "a former user"}{" "}
          <time dateTime={created_at}>{timeAgo(created_at, now)}</time>
          {failing_since && !disabled_because && (
            <>
              {" · failing since "}
              <TimeText at={failing_since} />
            </>
          )}
        </p>
      </div>
      {disabled_because && <DisabledNote id={id} because={disabled_because} />}
      <div className="flex flex-wrap gap-1">
        <Button
          variant="outline"
          size="sm"
          aria-expanded={shows}
          onClick={() => setShows((shown) => !shown)}
        >
          {shows ? "Hide deliveries" : "Deliveries"}
        </Button>
        {!disabled_because && (
          <Button
            variant="outline"
            size="sm"
            loading={test.isPending}
            onClick={() => test.mutate(undefined)}
          >
            Send test event
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={() => setEditing(true)}>
          Edit
        </Button>
        <NewSecret id={id} />
        {!disabled_because && <Switch id={id} />}
        <Delete id={id} url={url} />
      </div>
      {shows && <Deliveries endpoint={endpoint} />}
      {editing && <EndpointDialog endpoint={endpoint} onClose={() => setEditing(false)} />}
    </li>
  );
}

const change = (webhook_endpoint_id: string, enabled: boolean) =>
  call("POST /webhook-endpoints/change/", { body: { webhook_endpoint_id, enabled } });

function DisabledNote({ id, because }: { id: string; because: keyof typeof REASONS }) {
  const enable = useWebhookChange("Couldn't enable the endpoint", () => change(id, true));
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-destructive-surface px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-60 text-pretty">
        {REASONS[because]} Changes since then aren't sent. What had failed before can be replayed
        once it is enabled.
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

function Switch({ id }: { id: string }) {
  const disable = useWebhookChange("Couldn't disable the endpoint", () => change(id, false));
  return (
    <ConfirmDialog
      title="Disable this endpoint?"
      text="Nothing is sent to it until it is enabled again, and what changes meanwhile isn't sent later."
      action="Disable"
      onConfirm={() => disable.mutate(undefined)}
      trigger={
        <Button variant="ghost" size="sm" loading={disable.isPending}>
          Disable
        </Button>
      }
    />
  );
}

function NewSecret({ id }: { id: string }) {
  const [secret, setSecret] = useState<string | null>(null);
  const roll = useWebhookChange(
    "Couldn't make a new secret",
    () => call("POST /webhook-endpoints/roll-secret/", { body: { webhook_endpoint_id: id } }),
    (made) => setSecret(made.secret),
  );
  return (
    <>
      <ConfirmDialog
        title="Make a new signing secret?"
        text="For 24 hours the old one signs too, so that you can change it in your program without losing an event."
        action="New secret"
        onConfirm={() => roll.mutate(undefined)}
        trigger={
          <Button variant="ghost" size="sm" loading={roll.isPending}>
            New secret
          </Button>
        }
      />
      {secret !== null && (
        <TaskDialog
          title="Copy the new signing secret"
          description="It won't be shown again. The old one stops signing in 24 hours."
          onClose={() => setSecret(null)}
        >
          <ShownSecret secret={secret} onClose={() => setSecret(null)} />
        </TaskDialog>
      )}
    </>
  );
}

function Delete({ id, url }: { id: string; url: string }) {
  const remove = useWebhookChange("Couldn't delete the endpoint", () =>
    call("POST /webhook-endpoints/delete/", { body: { webhook_endpoint_id: id } }),
  );
  return (
    <ConfirmDialog
      title="Delete this endpoint?"
      text={`Nothing more is sent to ${url}, and the list of its deliveries goes with it. This can't be undone.`}
      action="Delete"
      destructive
      onConfirm={() => remove.mutate(undefined)}
      trigger={
        <Button variant="ghost" size="sm" loading={remove.isPending}>
          Delete
        </Button>
      }
    />
  );
}
