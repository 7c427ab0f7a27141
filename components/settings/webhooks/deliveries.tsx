"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadedList } from "@/components/feedback/loaded-list";
import { useListChange } from "@/components/settings/use-list-change";
import { webhookDeliveriesQuery, webhookKeys } from "@/components/settings/webhooks/queries";
import { Badge, type BadgeVariant } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TimeText } from "@/components/ui/date-text";
import { NativeSelect } from "@/components/ui/native-select";
import { call } from "@/lib/api";
import { WEBHOOK_DELIVERY_STATES, WEBHOOK_LOG_DAYS } from "@/lib/constants/webhooks";
import type { WebhookDeliveryView, WebhookEndpointView } from "@/lib/contracts/webhook-endpoints";

type State = WebhookDeliveryView["state"];

const STATES: Record<State, { label: string; variant: BadgeVariant }> = {
  waiting: { label: "Waiting", variant: "warning" },
  delivered: { label: "Delivered", variant: "success" },
  failed: { label: "Failed", variant: "destructive" },
};

const DAY_MS = 86_400_000;

/** The latest deliveries to an endpoint, with what it answered, to send once more. */
export function Deliveries({ endpoint }: { endpoint: WebhookEndpointView }) {
  const [state, setState] = useState<State | undefined>(undefined);
  const query = useInfiniteQuery(webhookDeliveriesQuery(endpoint.id, state));
  const mayReplay = endpoint.disabled_at === null;
  return (
    <section aria-label="Deliveries" className="mt-1 grid w-full gap-3 sm:border-l-2 sm:pl-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <NativeSelect
          aria-label="Show deliveries"
          className="w-full sm:w-44"
          value={state ?? "all"}
          onChange={({ target }) =>
            setState(WEBHOOK_DELIVERY_STATES.find((each) => each === target.value))
          }
        >
          <option value="all">All deliveries</option>
          {WEBHOOK_DELIVERY_STATES.map((each) => (
            <option key={each} value={each}>
              {STATES[each].label}
            </option>
          ))}
        </NativeSelect>
        {mayReplay && <ReplayFailed id={endpoint.id} />}
      </div>
      <LoadedList
        label="Deliveries"
        className="border-t-0 py-0"
        query={query}
        items={query.data?.pages.flatMap((page) => page.deliveries)}
        failed="Couldn't load the deliveries"
        empty={{
          title: "No deliveries",
          description: `What is sent is listed here for ${WEBHOOK_LOG_DAYS} days.`,
        }}
      >
        {(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} mayReplay={mayReplay} />}
      </LoadedList>
    </section>
  );
}

function DeliveryRow({
  delivery,
  mayReplay,
}: {
  delivery: WebhookDeliveryView;
  mayReplay: boolean;
}) {
  const { id, type, data, state, attempts, created_at, next_attempt_at, problem, answer } =
    delivery;
  const replay = useListChange(webhookKeys, "Couldn't send it again", () =>
    call("POST /webhook-endpoints/replay/", { body: { delivery_id: id } }),
  );
  const { label, variant } = STATES[state];
  return (
    <li className="grid gap-1.5 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Badge variant={variant}>{label}</Badge>
        <span className="min-w-0 font-mono text-caption break-all">{type}</span>
        {data.deposit_id && (
          <span className="text-caption text-muted-foreground">Deposit {data.deposit_id}</span>
        )}
        {mayReplay && (
          <Button
            className="-mr-3 ml-auto"
            variant="ghost"
            size="sm"
            aria-label={`Replay ${type}`}
            loading={replay.isPending}
            onClick={() => replay.mutate(undefined)}
          >
            {state === "waiting" ? "Send now" : "Replay"}
          </Button>
        )}
      </div>
      <p className="text-caption text-muted-foreground">
        <TimeText at={created_at} />
        {outcomeText(delivery)}
        {attempts > 0 && next_attempt_at && (
          <>
            {" · next attempt "}
            <TimeText at={next_attempt_at} />
          </>
        )}
      </p>
      {problem && <p className="text-caption text-pretty text-warning">{problem}</p>}
      {answer && (
        <pre className="max-h-32 overflow-auto rounded-md bg-muted px-3 py-2 font-mono text-caption break-all whitespace-pre-wrap">
          {answer}
        </pre>
      )}
    </li>
  );
}

/** " · 200 after 84 ms · 3 attempts" */
function outcomeText({ status, duration_ms, attempts }: WebhookDeliveryView): string {
  if (duration_ms === null) return "";
  const took = duration_ms < 1_000 ? `${duration_ms} ms` : `${(duration_ms / 1_000).toFixed(1)} s`;
  const tries = attempts > 1 ? ` · ${attempts} attempts` : "";
  return ` · ${status ?? "no answer"} after ${took}${tries}`;
}

function ReplayFailed({ id }: { id: string }) {
  const [days, setDays] = useState(1);
  const replay = useListChange(webhookKeys, "Couldn't send them again", () =>
    call("POST /webhook-endpoints/replay-failed/", {
      body: {
        webhook_endpoint_id: id,
        since: new Date(Date.now() - days * DAY_MS).toISOString(),
      },
    }),
  );
  return (
    <div className="flex w-full items-center gap-2 sm:w-auto">
      <NativeSelect
        aria-label="Failed since"
        className="min-w-0 flex-1 sm:w-44"
        value={days}
        onChange={({ target }) => setDays(Number(target.value))}
      >
        <option value={1}>Failed in 24 hours</option>
        <option value={7}>Failed in 7 days</option>
        <option value={WEBHOOK_LOG_DAYS}>{`Failed in ${WEBHOOK_LOG_DAYS} days`}</option>
      </NativeSelect>
      <Button
        variant="outline"
        size="sm"
        loading={replay.isPending}
        onClick={() => replay.mutate(undefined)}
      >
        Replay failed
      </Button>
    </div>
  );
}
