import { hasRole, ROLES, type Role, withArticle } from "@/lib/constants/roles";
import type { leaveCompany as contract } from "@/lib/contracts/companies";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type {
  changeRole as changeRoleContract,
  handOver as handOverContract,
  People,
  removeMember as removeMemberContract,
} from "@/lib/contracts/people";
import { lockAccount, lockUser } from "@/server/accounts/find-account";
import { withdrawQuestionsOf } from "@/server/line-decisions/questions/withdraw-questions";
import type { SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, ForbiddenError, NotFoundError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { withinCompany } from "@/server/platform/with-company-lock";
import { defaultCompanyName, insertCompany } from "@/server/work/company";
import { requireName } from "./companies";
import { withdrawInvitations } from "./withdraw-invitations";

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

function notAMember(): NotFoundError {
  return new NotFoundError("This person isn't a member of the company.");
}

/** @throws ForbiddenError when `role` is owner and the caller is none. */
export function requireOwnerFor(role: Role, own: Role): void {
  if (role !== "owner" || own === "owner") return;
  throw new ForbiddenError("Only owners can add, change or remove an owner.", "role_too_low");
}

/** @throws ForbiddenError when the caller's role has been lowered since the request began. */
export function requireManager(own: Role): void {
  if (own === "owner" || own === "admin") return;
  throw new ForbiddenError("Only owners and admins can manage people.", "role_too_low");
}

/** @throws ConflictError when the company would be left without an owner. */
function requireAnotherOwner({ theirs, owners }: LockedMembers): void {
  if (theirs !== "owner" || owners > 1) return;
  throw new ConflictError(
    "last_owner",
    "This is the company's only owner. Make another member an owner first, or delete the company.",
  );
}

/**
 * Changes a member's role, or one's own. Open pages notice at once.
 * @throws NotFoundError; ConflictError when the only owner would be none; ForbiddenError when an admin makes or
 * changes an owner.
 */
export function changeRole(
  ctx: SessionContext,
  { user_id: userId, role }: BodyOf<typeof changeRoleContract>,
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
async function setRole(
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

interface Ending {
  companyId: string;
  userId: number;
  /** The session that ends it, which always goes on. */
  keepSession?: string;
}

/**
 * Ends a membership in the scope of accounts, and with it the invitations that the member sent and (by foreign keys)
 * its notifications and API tokens. Sessions that worked in the company go on in another one of the user's, where what
 * names no company is refused until they choose: a program would otherwise go on in the wrong books. Without another
 * one they end. A user always has a company: after the last one they get an empty one. The caller holds the lock of
 * the user's row.
 * @returns another company of the user's.
 */
export async function endMembership(
  tx: Tx,
  { companyId, userId, keepSession }: Ending,
): Promise<string> {
  const other = await tx.membership.findFirst({
    where: { userId, NOT: { companyId } },
    orderBy: [{ createdAt: "asc" }, { companyId: "asc" }],
  });
  const home = other?.companyId ?? (await createHome(tx, userId));
  const lost = { companyId, userId };
  if (keepSession) {
    await tx.session.updateMany({ where: { id: keepSession, ...lost }, data: { companyId: home } });
  }
  if (other) {
    const movedAt = new Date();
    await tx.session.updateMany({ where: lost, data: { companyId: home, movedAt } });
  }
  await tx.oAuthState.deleteMany({ where: { companyId, userId } });
  await withdrawInvitations(tx, companyId, { invitedBy: userId });
  await tx.membership.deleteMany({ where: { companyId, userId } });
  return home;
}

async function createHome(tx: Tx, userId: number): Promise<string> {
  const { username } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { username: true },
  });
  return insertCompany(tx, { name: defaultCompanyName(username), ownerId: userId });
}

/**
 * Makes another member owner and the caller admin, in one step.
 * @throws NotFoundError; ConflictError for oneself; ForbiddenError when the caller has just lost the role.
 */
export function handOver(
  ctx: SessionContext,
  { user_id: userId }: BodyOf<typeof handOverContract>,
): Promise<{ message: string }> {
  if (userId === ctx.userId) throw new ConflictError("already_done", "You are an owner already.");
  return db("accounts").$transaction(async (tx) => {
    const { own, theirs } = await lockMembers(tx, ctx, userId);
    requireOwnerFor("owner", own);
    await setRole(tx, ctx, { userId, role: "owner", before: theirs });
    await setRole(tx, ctx, { userId: ctx.userId, role: "admin", before: own });
    const { username } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    return { message: `${username} owns the company now, and you are an admin` };
  });
}

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

/**
 * Ends another member's membership: none of their sessions reaches the company any more, and their open pages stop.
 * @throws NotFoundError; ConflictError for oneself and the only owner; ForbiddenError when an admin removes an owner.
 */
export function removeMember(
  ctx: SessionContext,
  { user_id: userId }: BodyOf<typeof removeMemberContract>,
): Promise<{ message: string }> {
  const { companyId } = ctx;
  if (userId === ctx.userId) {
    throw new ConflictError("wrong_step", "You can't remove yourself. Leave the company instead.");
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
    await withinCompany(tx, ctx, () => withdrawQuestionsOf(tx, ctx, { userId, username }));
    await endMembership(tx, { companyId, userId });
    return { message: `${username} was removed` };
  });
}

/**
 * Ends the user's membership. The calling session continues in another company of theirs.
 * @throws UnusableInputError for another name; ConflictError for the only owner; UnauthenticatedError when the session
 * has just ended.
 */
export function leaveCompany(
  ctx: SessionContext,
  { company_name }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { companyId, userId, sessionId, role } = ctx;
  return db("accounts").$transaction(async (tx) => {
    const { username } = await lockAccount(tx, ctx);
    const name = await requireName(tx, companyId, company_name);
    requireAnotherOwner(await lockMembers(tx, ctx, userId));
    await recordAudit(tx, ctx, {
      action: "member.left",
      entity: "user",
      entityId: userId,
      data: { role },
    });
    await withinCompany(tx, ctx, () => withdrawQuestionsOf(tx, ctx, { userId, username }));
    const home = await endMembership(tx, { companyId, userId, keepSession: sessionId });
    return { message: `You left ${name}`, company_id: home };
  });
}
