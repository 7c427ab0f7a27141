import { hasRole, type LeastRole, ROLES, withArticle } from "@/lib/contracts/values/roles";
import type { SessionContext } from "./context";
import { ForbiddenError } from "./errors";

/**
 * Refuses a session or API token without the role.
 * @param purpose what the role is for: "do this"
 * @throws ForbiddenError that says which role is needed and who can give it.
 */
export function requireRole(
  { role, apiToken }: Pick<SessionContext, "role" | "apiToken">,
  least: LeastRole,
  purpose = "do this",
): void {
  if (hasRole(role, least)) return;
  const able = ROLES.filter((each) => hasRole(each, least)).map((each) => `${each}s`);
  const only = `Only ${able.join(" and ")} of this company can ${purpose}`;
  if (apiToken !== undefined) {
    throw new ForbiddenError(
      `${only}, and this API token acts as ${withArticle(role)}. ` +
        "Use one with another role, from Settings → People.",
    );
  }
  const giver = least === "owner" ? "An owner" : "An owner or admin";
  throw new ForbiddenError(
    `${only}, and you are ${withArticle(role)}. ` +
      `${giver} can change your role under Settings → People.`,
  );
}
