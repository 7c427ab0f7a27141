import type { BodyOf } from "@/lib/contracts/endpoint";
import type { removeMember as contract } from "@/lib/contracts/people";
import { recordAudit } from "@/server/platform/record-audit";
import { lockUser } from "@/server/accounts/lock-account";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { endMembership } from "./end-membership";
import {
  lockMembers,
  notAMember,
  requireAnotherOwner,
  requireManager,
  requireOwnerFor,
} from "./lock-members";

/**
 * Ends another member's membership: their sessions of the company end, and their open pages stop.
 * @throws NotFoundError; ConflictError for oneself and the only owner; ForbiddenError when an admin removes an owner.
 */
export function removeMember(
  ctx: SessionContext,
  { user_id: userId }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  if (userId === ctx.userId) {
    throw new ConflictError("You can't remove yourself. Leave the company instead.");
  }
  return db("accounts").$transaction(async (tx) => {
    // Before the lock, which would hold up a stranger's account.
    if ((await tx.membership.count({ where: { companyId, userId } })) === 0) throw notAMember();
    await lockUser(tx, userId);
    const members = await lockMembers(tx, ctx, userId);
    requireManager(members.own);
    requireOwnerFor(members.theirs, members.own);
    requireAnotherOwner(members);
    const { username } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    await recordAudit(tx, ctx, {
      action: "member.removed",
      entity: "user",
      entityId: userId,
      data: { username, role: members.theirs },
    });
    await endMembership(tx, { companyId, userId });
    return { message: `${username} was removed` };
  });
}
