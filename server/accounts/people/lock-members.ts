import type { Role } from "@/lib/contracts/values/roles";
import type { SessionContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError, ForbiddenError, NotFoundError } from "@/server/platform/errors";

/** The members that a change is about, locked until the transaction ends. */
interface LockedMembers {
  /** The caller's role now; it may have changed since the request began. */
  own: Role;
  /** The other member's. */
  theirs: Role;
  owners: number;
}

/**
 * Locks the company's owners, the caller and another member (who may be the caller), so that changes of the company's
 * people run one after the other.
 * @throws NotFoundError when the other one isn't a member; ForbiddenError when the caller no longer is.
 */
export async function lockMembers(
  tx: Tx,
  { companyId, userId }: Pick<SessionContext, "companyId" | "userId">,
  otherId: number,
): Promise<LockedMembers> {
  // Not FOR UPDATE: sessions that are just beginning reference these rows.
  const rows = await tx.$queryRaw<{ userId: number; role: Role }[]>`
    SELECT user_id AS "userId", role FROM memberships
    WHERE company_id = ${companyId}::uuid
      AND (role = 'owner' OR user_id IN (${userId}, ${otherId}))
    ORDER BY user_id FOR NO KEY UPDATE`;
  const roleOf = (id: number) => rows.find((row) => row.userId === id)?.role;
  const [own, theirs] = [roleOf(userId), roleOf(otherId)];
  if (!own) throw new ForbiddenError("You aren't a member of this company any more.");
  if (!theirs) throw notAMember();
  return { own, theirs, owners: rows.filter(({ role }) => role === "owner").length };
}

export function notAMember(): NotFoundError {
  return new NotFoundError("This person isn't a member of the company.");
}

/** @throws ForbiddenError when `role` is owner and the caller is none. */
export function requireOwnerFor(role: Role, own: Role): void {
  if (role !== "owner" || own === "owner") return;
  throw new ForbiddenError("Only owners can make, change or remove an owner.");
}

/** @throws ForbiddenError when the caller's role has been lowered since the request began. */
export function requireManager(own: Role): void {
  if (own === "owner" || own === "admin") return;
  throw new ForbiddenError("Only owners and admins can manage people.");
}

/** @throws ConflictError when the company would be left without an owner. */
export function requireAnotherOwner({ theirs, owners }: LockedMembers): void {
  if (theirs !== "owner" || owners > 1) return;
  throw new ConflictError(
    "This is the company's only owner. Make another member an owner first, or delete the company.",
  );
}
