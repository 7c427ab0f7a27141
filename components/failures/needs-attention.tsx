"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FailureItem } from "@/components/failures/failure-item";
import { useDismissFailures, useRetryFailures } from "@/components/failures/failure-mutations";
import { failuresQuery } from "@/components/failures/queries";
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
