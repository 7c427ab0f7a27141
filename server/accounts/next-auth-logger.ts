import type { AuthOptions } from "next-auth";
import { AppError } from "@/server/platform/errors";
import { log } from "@/server/platform/logger";

/** Routine events that next-auth logs as errors: a cookie whose session has ended. */
const ORDINARY = new Set(["JWT_SESSION_ERROR"]);

/** Routes next-auth's messages to our log: codes and messages, never tokens or profiles. */
export const nextAuthLogger: NonNullable<AuthOptions["logger"]> = {
  error(code, metadata) {
    const level = ORDINARY.has(code) ? "debug" : "warn";
    log()[level]({ reason: reasonOf(metadata) }, `next-auth: ${code}`);
  },
  warn(code) {
    log().debug(`next-auth: ${code}`);
  },
  debug() {
    // The details contain secrets.
  },
};

function reasonOf(metadata: unknown): string {
  if (metadata instanceof Error) return metadata.message;
  const inner = typeof metadata === "object" && metadata !== null && Reflect.get(metadata, "error");
  return inner instanceof Error ? inner.message : "";
}

/** The error code for the sign-in page: next-auth would put any error's message into the address. */
export function errorCode(error: unknown): string {
  if (error instanceof AppError) return error.code;
  log().error({ error }, "sign-in failed");
  return "internal";
}
