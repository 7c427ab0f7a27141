import { ROLES, type Role } from "@/lib/constants/roles";

/** A role as the screens write it. */
export const ROLE_NAMES: Record<Role, string> = {
  viewer: "Viewer",
  bookkeeper: "Bookkeeper",
  admin: "Admin",
  owner: "Owner",
};

/** What a user with `role` can make others: only owners make owners. */
export function rolesToGive(role: Role): Role[] {
  return ROLES.filter((each) => each !== "owner" || role === "owner").reverse();
}
