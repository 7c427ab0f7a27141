import type { Endpoint } from "@/lib/contracts/endpoint";
import type { SessionContext } from "@/server/platform/context";
import { ForbiddenError } from "@/server/platform/errors";

/**
 * Refuses an API token where the endpoint is for people alone.
 * @throws ForbiddenError.
 */
export function requirePerson(
  { apiToken }: Pick<SessionContext, "apiToken">,
  { apiTokens }: Pick<Endpoint, "apiTokens">,
): void {
  if (apiToken === undefined || apiTokens) return;
  throw new ForbiddenError(
    "API tokens can't do this, whatever their role: it's for people. Sign in as a user instead.",
  );
}
