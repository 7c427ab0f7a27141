import {
  hasRole,
  type LeastRole,
  ROLES,
  type Role,
  withArticle,
} from "@/lib/contracts/values/roles";
import { ForbiddenError } from "./errors";

/**
 * Whose data a verb works on. `CompanyId` is branded and only comes from mintCompanyId (company-id.ts),
 * so a query without an authorised company does not compile.
 */
declare const companyBrand: unique symbol;
export type CompanyId = string & { readonly [companyBrand]: true };

/** The facts of any request, signed in or not. */
export interface RequestContext {
  requestId: string;
  ipAddress: string;
  userAgent: string;
}

/**
 * Who acts: a user with their role in the company, or the product itself. The history keeps both, so a user without a
 * role does not compile.
 */
export type Actor = { userId: number; role: Role } | { userId: null; role?: undefined };

export type CompanyContext = Actor & {
  companyId: CompanyId;
  requestId: string | null;
  /** The name of the API token that acts for the user. */
  apiToken?: string;
};

/** A signed-in user in a company of theirs, or an API token that acts for the user who made it. */
export interface SessionContext extends RequestContext {
  companyId: CompanyId;
  userId: number;
  /** The user's role in the company; of an API token the lesser of its own and its maker's. */
  role: Role;
  /** The name of the API token that acts for the user. */
  apiToken?: string;
  /** Of an API token its own id: no session has it, so what asks for a live session refuses the token. */
  sessionId: string;
}

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
