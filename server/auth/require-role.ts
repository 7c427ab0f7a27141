import { hasRole, type LeastRole, ROLES, withArticle } from "@/lib/contracts/values/roles";
import type { SessionContext } from "@/server/platform/context";
import { ForbiddenError } from "@/server/platform/errors";

/**
 * Refuses a session or API token whose role does not reach the endpoint's.
 * @throws ForbiddenError that says which role is needed and who can give it.
 */
export function requireRole(
  { role, apiToken }: Pick<SessionContext, "role" | "apiToken">,
  least: LeastRole,
): void {
  if (hasRole(role, least)) return;
  const able = ROLES.filter((each) => hasRole(each, least)).map((each) => `${each}s`);
  if (apiToken !== undefined) {
    throw new ForbiddenError(
      `Only ${able.join(" and ")} of this company can do this, and this API token acts as ${withArticle(role)}. ` +
        "Use one with another role, from Settings → People.",
    );
  }
  const giver = least === "owner" ? "An owner" : "An owner or admin";
  throw new ForbiddenError(
    `Only ${able.join(" and ")} of this company can do this, and you are ${withArticle(role)}. ` +
      `${giver} can change your role under Settings → People.`,
  );
}
