import { AsyncLocalStorage } from "node:async_hooks";
import pino, { type Logger, type LoggerOptions } from "pino";
import { getEnv } from "./env";
import { redact, redactText } from "./log-redaction";

export { redactText } from "./log-redaction";

import { logText } from "./log-text";
import { singleton } from "./singleton";

/** Fields of every line that is logged on behalf of a request or job. */
interface LogFields {
  requestId?: string;
  ipAddress?: string;
  endpoint?: string;
  job?: string;
  /** The queue's own id: distinguishes two deliveries of the same work. */
  jobId?: string;
  companyId?: string;
}

const current = singleton("log fields", () => new AsyncLocalStorage<LogFields>());

const kept = singleton("logger", (): { log?: Logger } => ({}));

/** Structured logs on standard output, one JSON object a line, or text with LOG_FORMAT=text; secrets are redacted. */
export function log(): Logger {
  kept.log ??= open();
  return kept.log;
}

function open(): Logger {
  const { LOG_LEVEL, LOG_FORMAT } = getEnv();
  const options: LoggerOptions = {
    level: LOG_LEVEL,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ ...current.getStore() }),
    formatters: {
      level: (level) => ({ level }),
      log: (fields) => redact(fields) as Record<string, unknown>,
    },
    hooks: {
      logMethod(args, method) {
        const cut = args.map((arg) => (typeof arg === "string" ? redactText(arg) : arg));
        method.apply(this, cut as Parameters<typeof method>);
      },
    },
  };
  if (LOG_FORMAT === "json") return pino(options);
  return pino(options, { write: (line) => process.stdout.write(logText(line)) });
}

/** The fields of the current request or job. */
export function logFields(): Readonly<LogFields> {
  return current.getStore() ?? {};
}

/** Runs `work` with `fields` on every line that it logs. */
export function withLogFields<T>(fields: LogFields, work: () => T): T {
  return current.run({ ...current.getStore(), ...fields }, work);
}
