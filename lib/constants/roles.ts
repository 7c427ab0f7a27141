/** What a person may be in a company, each with the powers of those before it. */
export const ROLES = ["viewer", "bookkeeper", "admin", "owner"] as const;
export type Role = (typeof ROLES)[number];

/**
 * The least role that an endpoint asks for. `anyone`: without signing in. `self`: the signed-in person's own
 * account, in whatever company and role.
 */
export type LeastRole = Role | "self" | "anyone";

/** What each role is for, where people choose or read one. */
export const ROLE_ABILITIES: Record<Role, string> = {
  viewer: "Sees everything and exports deposits",
  bookkeeper: "Also syncs, matches, posts and undoes, and writes rules",
  admin:
    "Also connects providers, changes settings, decides which rules are on, and manages people",
  owner: "Also makes others owners and deletes the company",
};

/** Whether `role` includes everything that `least` may do. */
export function hasRole(role: Role, least: LeastRole): boolean {
  if (least === "anyone" || least === "self") return true;
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/** "an admin": the role within a sentence. */
export function withArticle(role: Role): string {
  return role === "admin" || role === "owner" ? `an ${role}` : `a ${role}`;
}
