import type { BodyOf } from "@/lib/contracts/endpoint";
import type { handOver as contract } from "@/lib/contracts/people";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { setRole } from "./change-role";
import { lockMembers, requireOwnerFor } from "./lock-members";

/**
 * Makes another member owner and the caller admin, in one step.
 * @throws NotFoundError; ConflictError for oneself; ForbiddenError when the caller has just lost the role.
 */
export function handOver(
  ctx: SessionContext,
  { user_id: userId }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  if (userId === ctx.userId) throw new ConflictError("You are an owner already.");
  return db("accounts").$transaction(async (tx) => {
    const { own, theirs } = await lockMembers(tx, ctx, userId);
    requireOwnerFor("owner", own);
    await setRole(tx, ctx, { userId, role: "owner", before: theirs });
    await setRole(tx, ctx, { userId: ctx.userId, role: "admin", before: own });
    const { username } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    return { message: `${username} owns the company now, and you are an admin` };
  });
}
