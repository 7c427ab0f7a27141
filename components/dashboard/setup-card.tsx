"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { summaryQuery } from "@/components/dashboard/queries";
import { SetupList } from "@/components/dashboard/setup-list";
import { readSetup, rememberSetup } from "@/components/dashboard/setup-memory";
import { setupSteps } from "@/components/dashboard/setup-steps";
import { integrationsQuery } from "@/components/integrations/queries";
import { Button } from "@/components/ui/button";
import {
  Card,
  CardAction,
  CardContent,
  CardDescription,
  CardHeader,
  CardTitle,
} from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";

/** Leads a new company to its first match; gone once it is there, or once it is closed. */
export function SetupCard() {
  const integrations = useQuery(integrationsQuery);
  const summary = useQuery(summaryQuery);
  const [memory, setMemory] = useState(readSetup);
  const steps =
    integrations.data && summary.data
      ? setupSteps(integrations.data.integrations, summary.data)
      : null;
  const finished = steps?.every(({ done }) => done) ?? false;
  useEffect(() => {
    if (finished) rememberSetup("finished");
  }, [finished]);

  if (memory === "dismissed" || finished) return null;
  if (!steps) {
    const waiting = integrations.isPending || summary.isPending;
    // Who was through already gets no place kept for it.
    return waiting && memory === null ? <Skeleton className="h-96" /> : null;
  }
  const done = steps.filter((step) => step.done).length;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Set up matching</CardTitle>
        <CardDescription>
          {done} of {steps.length} done. After that, deposits match and post to QuickBooks by
          themselves.
        </CardDescription>
        <CardAction>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Close the setup steps"
            className="-mt-1.5 -mr-2"
            onClick={() => {
              rememberSetup("dismissed");
              setMemory("dismissed");
            }}
          >
            <X aria-hidden="true" />
          </Button>
        </CardAction>
      </CardHeader>
      <CardContent>
        <SetupList steps={steps} />
      </CardContent>
    </Card>
  );
}
