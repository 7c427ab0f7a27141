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
  /** Nothing was synced yet: the steps are all there is to show. */
  isFirst: boolean;
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
  const shown = memory === "dismissed" || finished ? null : steps;
  const isSynced = integrations.data?.integrations.some((each) => each.last_synced_at !== null);
  return {
    steps: shown,
    isFirst: shown !== null && !isSynced && summary.data?.deposits === 0,
    waiting: memory === null && !steps && (isWaiting(integrations) || isWaiting(summary)),
    dismiss: () => rememberSetup("dismissed"),
  };
}
