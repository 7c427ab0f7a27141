import type { Invitation } from "@/generated/prisma/client";
import { withArticle } from "@/lib/constants/roles";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type {
  acceptInvitation as acceptInvitationContract,
  ReadInvitation,
  signUpInvited as signUpInvitedContract,
} from "@/lib/contracts/invitations";
import { proveEmail } from "@/server/accounts/email-confirmations";
import { lockAccount, rememberPlace, toUserRecord } from "@/server/accounts/find-account";
import { hashPassword } from "@/server/accounts/passwords";
import { createSession } from "@/server/accounts/sessions";
import { createAccount, requireUsername } from "@/server/accounts/sign-up";
import { requireInvitedSignUp } from "@/server/accounts/sign-up-policy";
import { throttled } from "@/server/accounts/throttle";
import { mintCompanyId } from "@/server/platform/company-id";
import type { RequestContext, SessionContext } from "@/server/platform/context";
import { hashToken } from "@/server/platform/crypto/tokens";
import { db, isUniqueViolation, type Tx } from "@/server/platform/db";
import { ConflictError, ForbiddenError, NotFoundError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { takeLinkMiss } from "./limits";

/** Unknown, expired, used or withdrawn: the same words. */
function unknownLink(): NotFoundError {
  return new NotFoundError(
    "This link doesn't work. It may have expired, been used or been withdrawn. Ask for a new invitation.",
  );
}

/** Only a link that was mailed gets here: it names neither the company nor the address. */
function replacedLink(): NotFoundError {
  return new NotFoundError(
    "A newer invitation replaced this one. Open the link in the newest email that you got.",
  );
}

/**
 * The open invitation that a link is about. The token is looked up by its hash: the time that takes says nothing
 * about the token.
 * @throws NotFoundError; RateLimitedError.
 */
async function findInvitation(ctx: RequestContext, token: string): Promise<Invitation> {
  const tokenHash = hashToken(token);
  const expiresAt = { gt: new Date() };
  const { found, newer } = await db("accounts").$transaction(async (tx) => {
    const found = await tx.invitation.findFirst({ where: { tokenHash, expiresAt } });
    // Mails may arrive in another order than they were sent, and after a withdrawal.
    const replaced = { replaced: { has: tokenHash }, expiresAt };
    const newer = found ? 0 : await tx.invitation.count({ where: replaced });
    if (!found && newer === 0) await takeLinkMiss(tx, ctx);
    return { found, newer };
  });
  // Not inside: the count would not stay.
  if (!found) throw newer > 0 ? replacedLink() : unknownLink();
  return found;
}

/**
 * Uses an invitation up: of several at the same moment one wins.
 * @throws NotFoundError when it has been used, withdrawn or replaced meanwhile.
 */
async function takeInvitation(tx: Tx, found: Invitation): Promise<void> {
  const { companyId, id, tokenHash, role } = found;
  const { count } = await tx.invitation.deleteMany({
    where: { companyId, id, tokenHash, role, expiresAt: { gt: new Date() } },
  });
  if (count === 0) throw unknownLink();
}

/**
 * What the page of a link shows: who invites to what, and nothing else of the company. Reading it uses nothing up,
 * since mail filters open links too.
 * @throws NotFoundError; RateLimitedError.
 */
export async function readInvitation(
  ctx: RequestContext,
  { token }: { token: string },
): Promise<ReadInvitation> {
  const { companyId, role, invitedBy, email, emailKey } = await findInvitation(ctx, token);
  return db("accounts").$transaction(async (tx) => {
    const { name } = await tx.company.findUniqueOrThrow({ where: { id: companyId } });
    const inviter = await tx.user.findUniqueOrThrow({ where: { id: invitedBy } });
    const names = `${inviter.firstName} ${inviter.lastName}`.trim();
    return {
      company: name,
      role,
      invited_by: names || inviter.username,
      email,
      has_account: (await tx.user.count({ where: { emailKey } })) > 0,
    };
  });
}

/**
 * Makes the user a member, once. The invitation has to be for the account's own address; that its owner opened the
 * mailed link, in a session of the account, also proves the address (docs/decisions/0044).
 * @throws NotFoundError; ForbiddenError in a session of another address; ConflictError for a member; RateLimitedError.
 */
export async function acceptInvitation(
  ctx: SessionContext,
  { token }: BodyOf<typeof acceptInvitationContract>,
): Promise<ResponseOf<typeof acceptInvitationContract>> {
  const { userId } = ctx;
  const invitation = await findInvitation(ctx, token);
  const { companyId, role, email, emailKey } = invitation;
  try {
    return await db("accounts").$transaction(async (tx) => {
      const user = await lockAccount(tx, ctx);
      if (user.emailKey !== emailKey) {
        throw new ForbiddenError(
          `This invitation is for ${email}, and you are signed in as ${user.email}. Sign in with that address to accept it.`,
        );
      }
      await takeInvitation(tx, invitation);
      await tx.membership.create({ data: { companyId, userId, role } });
      await proveEmail(tx, userId);
      const { id, name } = await tx.company.findUniqueOrThrow({ where: { id: companyId } });
      await recordAudit(
        tx,
        { ...ctx, companyId: mintCompanyId(companyId), role },
        { action: "member.joined", entity: "user", entityId: userId, data: { email, role } },
      );
      return {
        message: `You joined ${name} as ${withArticle(role)}`,
        company: { id, name, role },
      };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ConflictError("already_done", "You are a member of this company already.");
  }
}

/**
 * Creates an account for the invited address, in the inviting company alone, and its first session. The mailed link
 * proves the address.
 * @throws NotFoundError; ConflictError when the username is taken or the address has an account; UnusableInputError as
 * signUp; ForbiddenError where no new person gets an account; RateLimitedError.
 */
export async function signUpInvited(
  ctx: RequestContext,
  { token, username, password }: BodyOf<typeof signUpInvitedContract>,
): Promise<ResponseOf<typeof signUpInvitedContract>> {
  const invitation = await findInvitation(ctx, token);
  await requireInvitedSignUp();
  const { companyId, role, email } = invitation;
  requireUsername({ username, email });
  const { requestId } = ctx;
  const create = async () => {
    const passwordHash = await hashPassword(password);
    return db("accounts").$transaction(async (tx) => {
      await takeInvitation(tx, invitation);
      const { user } = await createAccount(
        tx,
        { username, email, passwordHash, emailVerifiedAt: new Date() },
        { requestId, invited: { companyId, role } },
      );
      const inCompany = { companyId: mintCompanyId(companyId), userId: user.id, requestId, role };
      await recordAudit(tx, inCompany, {
        action: "member.joined",
        entity: "user",
        entityId: user.id,
        data: { email, role },
      });
      const token = await createSession(tx, ctx, { userId: user.id, companyId, role });
      return { token, user };
    });
  };
  try {
    const { token: session, user } = await throttled(
      "sign-up-invited",
      { account: invitation.id, request: ctx },
      create,
    );
    await rememberPlace(ctx, user);
    return { token: session, user: toUserRecord(user), message: "Account created successfully!" };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ConflictError(
      "already_exists",
      "An account with this username or email already exists. Choose another username, or sign in to accept.",
    );
  }
}
