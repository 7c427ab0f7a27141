import { hasRole, ROLES, type Role } from "@/lib/constants/roles";
import { leastRoleFor, neededFor } from "./role-actions";

/** Allowed, but with nothing to act on: an only owner cannot leave, and the viewer's own company has nothing to sync. */
const EXCEPT = ["owner: Leave", "viewer: Sync all"];

type Offers = Map<Role, Set<string>>;

/** What each page offers to each role, gathered to be compared with the contracts. */
export function collectOffers() {
  const found = new Map<string, Offers>();
  return {
    add(path: string, role: Role, offers: Set<string>): void {
      found.set(path, (found.get(path) ?? new Map()).set(role, offers));
    },
    /** Every action that any role was offered on any page. */
    all(): string[] {
      const each = [...found.values()].flatMap((offers) => [...offers.values()]);
      return [...new Set(each.flatMap((actions) => [...actions]))];
    },
    findings: () => [...found].flatMap(([path, offers]) => findings(path, offers)),
  };
}

/** The faults on one page: an unclassified action, one offered to a role that may not use it, or one that is missing. */
function findings(path: string, offers: Offers): string[] {
  const actions = new Set([...offers.values()].flatMap((each) => [...each]));
  return [...actions].flatMap((action) => {
    const needed = neededFor(action);
    if (needed === null) return [];
    if (needed === undefined) return [`${path}: unknown action: ${action}`];
    const least = leastRoleFor(needed);
    return ROLES.flatMap((role) => {
      const isOffered = offers.get(role)?.has(action) ?? false;
      if (isOffered === hasRole(role, least) || EXCEPT.includes(`${role}: ${action}`)) return [];
      return [`${path}: ${role} ${isOffered ? "is" : "isn't"} offered ${action} (${needed})`];
    });
  });
}
