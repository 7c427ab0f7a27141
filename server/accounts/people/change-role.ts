import type { BodyOf } from "@/lib/contracts/endpoint";
import type { changeRole as contract } from "@/lib/contracts/people";
import { hasRole, type Role, withArticle } from "@/lib/contracts/values/roles";
import { recordAudit } from "@/server/platform/record-audit";
import type { SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { withdrawInvitations } from "./invitations/withdraw-invitations";
import { lockMembers, requireAnotherOwner, requireManager, requireOwnerFor } from "./lock-members";

/**
 * Changes a member's role, or one's own. Open pages notice at once.
 * @throws NotFoundError; ConflictError when the only owner would be none; ForbiddenError when an admin makes or
 * changes an owner.
 */
export function changeRole(
  ctx: SessionContext,
  { user_id: userId, role }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  return db("accounts").$transaction(async (tx) => {
    const members = await lockMembers(tx, ctx, userId);
    requireManager(members.own);
    requireOwnerFor(members.theirs, members.own);
    requireOwnerFor(role, members.own);
    if (role !== "owner") requireAnotherOwner(members);
    await setRole(tx, ctx, { userId, role, before: members.theirs });
    const { username } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    return { message: `${username} is ${withArticle(role)} now` };
  });
}

/**
 * Writes a role with its audit row, and withdraws the member's invitations that are beyond it. The caller has locked
 * the members.
 */
export async function setRole(
  tx: Tx,
  ctx: SessionContext,
  { userId, role, before }: { userId: number; role: Role; before: Role },
): Promise<void> {
  if (role === before) return;
  const { companyId } = ctx;
  await tx.membership.update({
    where: { companyId_userId: { companyId, userId } },
    data: { role },
  });
  if (role !== "owner") {
    const beyond = hasRole(role, "admin") ? { roles: ["owner" as const] } : {};
    await withdrawInvitations(tx, companyId, { invitedBy: userId, ...beyond });
  }
  await recordAudit(tx, ctx, {
    action: "member.role_changed",
    entity: "user",
    entityId: userId,
    data: { role_before: before, role },
  });
}
