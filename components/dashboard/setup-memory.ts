import { readUser } from "@/lib/session-user";

/** "finished": all steps were done once. "dismissed": a person closed the card. */
export type SetupMemory = "finished" | "dismissed" | null;

/** Per account, because several people may use this browser. */
function key(): string {
  return `setup:${readUser()?.id ?? ""}`;
}

/** What this browser remembers of the way through the setup. */
export function readSetup(): SetupMemory {
  const stored = localStorage.getItem(key());
  return stored === "finished" || stored === "dismissed" ? stored : null;
}

export function rememberSetup(memory: Exclude<SetupMemory, null>): void {
  localStorage.setItem(key(), memory);
}
