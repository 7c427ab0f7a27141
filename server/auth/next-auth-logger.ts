import type { AuthOptions } from "next-auth";
import { AppError } from "@/server/errors";
import { log } from "@/server/logger";

/** Everyday things that next-auth takes for errors: a cookie whose session is over. */
const ORDINARY = new Set(["JWT_SESSION_ERROR"]);

/** What next-auth has to say, in our logs: codes and messages, never the tokens and profiles beside them. */
export const nextAuthLogger: NonNullable<AuthOptions["logger"]> = {
  error(code, metadata) {
    const level = ORDINARY.has(code) ? "debug" : "warn";
    log()[level]({ reason: reasonOf(metadata) }, `next-auth: ${code}`);
  },
  warn(code) {
    log().debug(`next-auth: ${code}`);
  },
  debug() {
    // Its details hold secrets.
  },
};

function reasonOf(metadata: unknown): string {
  if (metadata instanceof Error) return metadata.message;
  const inner = typeof metadata === "object" && metadata !== null && Reflect.get(metadata, "error");
  return inner instanceof Error ? inner.message : "";
}

/** What the sign-in page is told of an error: next-auth would put the words of any into the address. */
export function errorCode(error: unknown): string {
  if (error instanceof AppError) return error.code;
  log().error({ error }, "sign-in failed");
  return "internal";
}
