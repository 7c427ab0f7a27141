import { variableNames } from "@/server/platform/env";
import { forgetProviders } from "@/server/providers/registry";

/** What `singleton` keeps for the process, by its names; the engine's threads know no database and may stay. */
const KEPT = [
  "settings",
  "accounts",
  "logger",
  "keyring",
  "database",
  "reader",
  "readiness",
  "readiness warnings",
  "pause",
  "stopping",
  "rows state",
  "queue",
  "event reads",
  "streams",
  "changes",
  "known books",
  "ledger lists",
  "paced refusals",
  "disk full",
  "company turns",
  "tracing",
  "unnamed proxy",
];

/**
 * Makes the product in this process one that has just started with these settings and no others: many test files
 * share a process, because starting one for each took a third of all time.
 */
export function startAfresh(settings: Record<string, string>): void {
  process.env = noticing(process.env);
  for (const name of variableNames) delete process.env[name];
  Object.assign(process.env, settings);
  for (const name of KEPT) forget(name);
}

/**
 * The environment, in which a setting counts from when it is set: what a file before left running may have read the
 * settings already.
 */
function noticing(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings = new Set<string | symbol>(variableNames);
  return new Proxy(environment, {
    set(target, name, value) {
      const isSet = Reflect.set(target, name, value);
      if (settings.has(name)) {
        forget("settings");
        forgetProviders();
      }
      if (name === "DATABASE_URL") {
        forget("database");
        forget("reader");
      }
      return isSet;
    },
  });
}

export function forget(name: string): void {
  const kept: unknown = Reflect.get(globalThis, Symbol.for(`deposit-matcher ${name}`));
  if (kept instanceof Map) kept.clear();
  else if (kept) for (const key of Object.keys(kept)) Reflect.deleteProperty(kept, key);
}

/** Ends what a file has left running: its worker's queue, and the connections to its database. */
export async function endProcess(): Promise<void> {
  const { stopQueue } = await import("@/server/platform/queue/queue");
  const { closeDb } = await import("@/server/platform/db");
  await stopQueue(20_000);
  await closeDb();
}
