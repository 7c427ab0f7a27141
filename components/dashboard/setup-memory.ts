import { useSyncExternalStore } from "react";
import { companyKey } from "@/lib/tab-company";

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

export function rememberSetup(memory: Exclude<SetupMemory, null>): void {
  localStorage.setItem(key(), memory);
  for (const listener of listeners) listener();
}

/** Undefined while the server renders, which remembers nothing. */
export function useSetupMemory(): SetupMemory | undefined {
  return useSyncExternalStore<SetupMemory | undefined>(subscribe, readSetup, () => undefined);
}
