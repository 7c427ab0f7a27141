"use client";

import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck } from "lucide-react";
import Link from "next/link";
import { setupSteps } from "@/components/dashboard/setup-steps";
import { integrationsQuery } from "@/components/integrations/queries";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { cn } from "@/lib/cn";

/** What a new company does first; gone once all of it is done. */
export function SetupCard() {
  const { data } = useQuery(integrationsQuery);
  if (!data) return null;
  const steps = setupSteps(data.integrations);
  if (steps.every((step) => step.done)) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Set up matching</CardTitle>
        <CardDescription>
          Once these are done, deposits match and post to QuickBooks by themselves.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-5 md:flex-row md:items-end md:justify-between">
        <ol className="grid gap-2 text-sm">
          {steps.map(({ text, done }) => (
            <li
              key={text}
              className={cn("flex items-center gap-2", done && "text-muted-foreground")}
            >
              {done ? (
                <CircleCheck aria-label="Done:" className="size-4 text-success" />
              ) : (
                <Circle aria-label="To do:" className="size-4 text-muted-foreground" />
              )}
              {text}
            </li>
          ))}
        </ol>
        <Button asChild>
          <Link href="/integrations">Go to Integrations</Link>
        </Button>
      </CardContent>
    </Card>
  );
}
