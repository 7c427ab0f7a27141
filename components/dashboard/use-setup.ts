import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { summaryQuery } from "@/components/books/summary-query";
import { rememberSetup, useSetupMemory } from "@/components/dashboard/setup-memory";
import { type SetupStep, setupSteps } from "@/components/dashboard/setup-steps";
import { isWaiting } from "@/components/feedback/is-waiting";
import { integrationsQuery } from "@/components/integrations/queries";

export interface Setup {
  /** What is to be done; null when there is nothing to show. */
  steps: SetupStep[] | null;
  /** True until it is known whether there are steps. False for a company that has finished. */
  waiting: boolean;
  dismiss: () => void;
}

/** How far a company is on its way to the first match. */
export function useSetup(): Setup {
  const integrations = useQuery(integrationsQuery);
  const summary = useQuery(summaryQuery);
  const memory = useSetupMemory();
  const steps =
    integrations.data && summary.data
      ? setupSteps(integrations.data.integrations, summary.data)
      : null;
  const finished = steps?.every(({ done }) => done) ?? false;
  useEffect(() => {
    if (finished) rememberSetup("finished");
  }, [finished]);
  return {
    steps: memory === "dismissed" || finished ? null : steps,
    waiting: memory === null && !steps && (isWaiting(integrations) || isWaiting(summary)),
    dismiss: () => rememberSetup("dismissed"),
  };
}
