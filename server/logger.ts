import { AsyncLocalStorage } from "node:async_hooks";
import pino, { type Logger } from "pino";
import { getEnv } from "@/server/env";
import { redact, redactText } from "@/server/log-redaction";

/** What every line says that is logged on behalf of one request or job. */
interface LogFields {
  requestId?: string;
  ipAddress?: string;
  endpoint?: string;
  job?: string;
  /** The queue's own: two deliveries of the same work are told apart by it. */
  jobId?: string;
  companyId?: string;
}

// Next's build has several copies of this module; the fields are the request's, whichever logs.
const kept = globalThis as typeof globalThis & {
  depositMatcherLogFields?: AsyncLocalStorage<LogFields>;
};
kept.depositMatcherLogFields ??= new AsyncLocalStorage();
const current = kept.depositMatcherLogFields;

let made: Logger | undefined;

/** Structured logs on standard output, one JSON object a line; secrets are cut from all of it. */
export function log(): Logger {
  made ??= pino({
    level: getEnv().LOG_LEVEL,
    base: null,
    mixin: () => ({ ...current.getStore() }),
    formatters: { log: (fields) => redact(fields) as Record<string, unknown> },
    hooks: {
      logMethod(args, method) {
        const cut = args.map((arg) => (typeof arg === "string" ? redactText(arg) : arg));
        method.apply(this, cut as Parameters<typeof method>);
      },
    },
  });
  return made;
}

/** On whose behalf this runs. */
export function logFields(): Readonly<LogFields> {
  return current.getStore() ?? {};
}

/** Runs `work` so that every line logged meanwhile carries `fields`. */
export function withLogFields<T>(fields: LogFields, work: () => T): T {
  return current.run({ ...current.getStore(), ...fields }, work);
}
