import pino, { type Logger } from "pino";
import { getEnv } from "@/server/env";

const SECRET_KEYS = [
  "password",
  "password_confirm",
  "new_password",
  "confirm_password",
  "current_password",
  "secret_key",
  "transcation_key",
  "token",
  "authorization",
  "credentials",
  "access_token",
  "refresh_token",
  "otp",
  "code",
  "state",
];

let made: Logger | undefined;

/** Structured logs on standard output; anything that could be a secret is cut, two levels deep. */
export function log(): Logger {
  made ??= pino({
    level: getEnv().LOG_LEVEL,
    base: null,
    redact: {
      paths: SECRET_KEYS.flatMap((key) => [`*.${key}`, `*.*.${key}`]),
      censor: "[redacted]",
    },
    serializers: { error: pino.stdSerializers.err },
  });
  return made;
}
