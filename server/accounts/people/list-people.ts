import type { People } from "@/lib/contracts/people";
import { ROLES } from "@/lib/contracts/values/roles";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

const NAMES = { username: true, firstName: true, lastName: true, email: true } as const;

/** The company's members, owners first, and its open invitations, newest first. */
export async function listPeople(ctx: SessionContext): Promise<People> {
  const { companyId } = ctx;
  const [memberships, invitations] = await db(ctx).$transaction(async (tx) => [
    await tx.membership.findMany({
      where: { companyId },
      select: { userId: true, role: true, createdAt: true, user: { select: NAMES } },
      orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
    }),
    await tx.invitation.findMany({
      where: { companyId },
      include: { inviter: { select: { user: { select: { username: true } } } } },
      orderBy: { createdAt: "desc" },
    }),
  ]);
  const now = new Date();
  return {
    members: memberships
      .map(({ userId, role, createdAt, user }) => ({
        user_id: userId,
        username: user.username,
        name: `${user.firstName} ${user.lastName}`.trim(),
        email: user.email,
        role,
        joined_at: createdAt.toISOString(),
        you: userId === ctx.userId && ctx.apiToken === undefined,
      }))
      .sort((one, other) => ROLES.indexOf(other.role) - ROLES.indexOf(one.role)),
    invitations: invitations.map(({ id, email, role, expiresAt, inviter }) => ({
      id,
      email,
      role,
      invited_by: inviter.user.username,
      expires_at: expiresAt.toISOString(),
      expired: expiresAt <= now,
    })),
  };
}
