import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { type SetupStep, setupSteps } from "@/components/dashboard/setup-steps";
import { summaryQuery } from "@/components/deposit-parts/summary-query";
import { isWaiting } from "@/components/feedback/is-waiting";
import { integrationsQuery } from "@/components/integrations/queries";
import { companyKey } from "@/lib/tab-company";

interface Setup {
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

/** "finished": all steps were done once. "dismissed": the user closed the card. */
type SetupMemory = "finished" | "dismissed" | null;

const key = () => companyKey("setup");

/** What this browser remembers of the way through the setup. */
function readSetup(): SetupMemory {
  const stored = localStorage.getItem(key());
  return stored === "finished" || stored === "dismissed" ? stored : null;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function rememberSetup(memory: Exclude<SetupMemory, null>): void {
  localStorage.setItem(key(), memory);
  for (const listener of listeners) listener();
}

/** Undefined while the server renders, which remembers nothing. */
function useSetupMemory(): SetupMemory | undefined {
  return useSyncExternalStore<SetupMemory | undefined>(subscribe, readSetup, () => undefined);
}
