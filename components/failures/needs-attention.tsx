"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureKeys, failuresQuery } from "@/components/failures/queries";
import { Allowed } from "@/components/session/allowed";
import { Button } from "@/components/ui/button";
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";
import { TimeText } from "@/components/ui/date-text";
import { TextLink } from "@/components/ui/text-link";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/api";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { Failure, retryFailures } from "@/lib/contracts/failures";

/** As many as can be taken in; the rest on demand. */
const SHOWN = 5;
const TITLE = "needs-attention";

/** Failures that wait for the user; draws nothing when there are none. */
export function NeedsAttention({
  here,
}: {
  /** Path of the page that shows it. */
  here: string;
}) {
  const { failures = [], waiting = 0 } = useQuery(failuresQuery).data ?? {};
  const [all, setAll] = useState(false);
  const retry = useRetryFailures();
  const dismiss = useDismissFailures();
  if (failures.length === 0) return null;
  const isFor = (mutation: typeof retry | typeof dismiss, id: string) =>
    mutation.isPending && (mutation.variables.all || mutation.variables.failure_id === id);
  const shown = all ? failures : failures.slice(0, SHOWN);
  return (
    <Card role="region" aria-labelledby={TITLE}>
      <CardHeader>
        <CardTitle id={TITLE}>Needs attention</CardTitle>
        <CardDescription className="col-span-full">
          {waiting === 1
            ? "We stopped retrying. Fix the cause, then retry."
            : `We stopped retrying these ${waiting}. Fix the cause, then retry.`}
        </CardDescription>
        {waiting > 1 && (
          <Allowed to="bookkeeper">
            <CardAction className="-my-1.5 row-span-1">
              <Button
                variant="outline"
                size="sm"
                loading={retry.isPending && retry.variables.all === true}
                onClick={() => retry.mutate({ all: true })}
              >
                Retry all
              </Button>
            </CardAction>
          </Allowed>
        )}
      </CardHeader>
      <CardContent className="grid gap-4">
        <ul>
          {shown.map((failure) => (
            <FailureItem
              key={failure.id}
              failure={failure}
              here={here}
              retrying={isFor(retry, failure.id) === true}
              dismissing={isFor(dismiss, failure.id) === true}
              onRetry={() => retry.mutate({ failure_id: failure.id })}
              onDismiss={() => dismiss.mutate({ failure_id: failure.id })}
            />
          ))}
        </ul>
        {shown.length < failures.length && (
          <Button variant="ghost" size="sm" className="w-fit" onClick={() => setAll(true)}>
            {`Show all ${failures.length}`}
          </Button>
        )}
      </CardContent>
    </Card>
  );
}

type Chosen = BodyOf<typeof retryFailures>;

function useRetryFailures() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Chosen) => call("POST /jobs/retry/", { body }),
    onSuccess: ({ message, refused }) => {
      const [first] = refused;
      if (first) toast.warning(message, { description: first.message });
      else toast.success(message);
    },
    onError: (error) => toast.error("Couldn't retry", { description: error.message }),
    // A retried job can change whatever is on screen.
    onSettled: () => client.invalidateQueries(),
  });
}

function useDismissFailures() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Chosen) => call("POST /jobs/dismiss/", { body }),
    onError: (error) => toast.error("Couldn't dismiss", { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: failureKeys.all }),
  });
}

interface FailureItemProps {
  failure: Failure;
  /** Where the reader is already: no link leads there. */
  here: string;
  retrying: boolean;
  dismissing: boolean;
  onRetry: () => void;
  onDismiss: () => void;
}

/** What gave up, why, and what to do. */
function FailureItem({
  failure: { title, reason, failed_at, link },
  here,
  retrying,
  dismissing,
  onRetry,
  onDismiss,
}: FailureItemProps) {
  const titleId = useId();
  return (
    <li
      aria-labelledby={titleId}
      className="flex flex-col gap-3 border-t py-4 first:border-t-0 first:pt-0 last:pb-0 sm:flex-row sm:items-start sm:justify-between sm:gap-6"
    >
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium text-pretty wrap-anywhere" id={titleId}>
          {link !== "" && link !== here ? <TextLink href={link}>{title}</TextLink> : title}
        </p>
        <p className="text-caption text-pretty wrap-anywhere text-muted-foreground">{reason}</p>
        <p className="text-caption text-muted-foreground">
          <TimeText at={failed_at} />
        </p>
      </div>
      <Allowed to="bookkeeper">
        <div className="flex shrink-0 gap-2">
          <Button
            variant="outline"
            size="sm"
            aria-label={`Retry: ${title}`}
            loading={retrying}
            disabled={dismissing}
            onClick={onRetry}
          >
            Retry
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Dismiss: ${title}`}
            loading={dismissing}
            disabled={retrying}
            onClick={onDismiss}
          >
            Dismiss
          </Button>
        </div>
      </Allowed>
    </li>
  );
}
