import { createHash, randomInt } from "node:crypto";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type * as contracts from "@/lib/contracts/linked-identities";
import {
  newAddress,
  proveEmail,
  queueFirstConfirmation,
  voidConfirmation,
} from "@/server/accounts/email-confirmations";
import { type Account, findAccount, lockAccount, lockUser } from "@/server/accounts/find-account";
import { confirmPassword, type Identity } from "@/server/accounts/proof-of-identity";
import { endSessions } from "@/server/accounts/sessions";
import { createAccount } from "@/server/accounts/sign-up";
import { requireInvitedSignUp, takeSignUp } from "@/server/accounts/sign-up-policy";
import { announceMail } from "@/server/mail/queued-mail";
import { mintCompanyId } from "@/server/platform/company-id";
import type { RequestContext, SessionContext } from "@/server/platform/context";
import { db, isUniqueViolation, type Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError, UnusableInputError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { type OpenIdPerson, providerName } from "./open-id-providers";

/**
 * Finds the account linked to an OpenID identity, or the account with the same address if both sides have
 * verified it, or creates an account with a company. A provider that vouches for the account's address proves it.
 * @throws ConflictError when an account with an unverified address exists: another user may have
 * created it. A reset by mail verifies it.
 * @throws UnusableInputError when the provider sends no address; ForbiddenError when no new person may sign up.
 */
export async function findOrCreateAccount(
  request: RequestContext,
  person: OpenIdPerson,
): Promise<Account> {
  const { account, mailId } = await findOrCreate(request, person).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    // A concurrent sign-in created the account or took the username: the retry finds it.
    return findOrCreate(request, person);
  });
  if (mailId) await announceMail(mailId);
  return account;
}

interface Found {
  account: Account;
  /** The confirmation of a new account whose address the provider does not vouch for. */
  mailId: string | null;
}

function findOrCreate(request: RequestContext, person: OpenIdPerson): Promise<Found> {
  return db("accounts").$transaction(async (tx) => {
    const linked = await accountLinkedTo(tx, person);
    if (linked) {
      await proveByProvider(tx, request, linked, person);
      return { account: linked, mailId: null };
    }
    const { email } = person;
    if (!email) throw new UnusableInputError("The provider didn't share your email address");
    const holder = await findAccount(tx, { emailKey: email.toLowerCase() });
    if (holder && !(holder.user.emailVerifiedAt && person.ownsEmail)) {
      throw new ConflictError(
        "already_exists",
        "An account with this email address already exists",
      );
    }
    if (!holder) await requireSignUpOf(tx, { ...person, email });
    const account = holder ?? (await createFor(tx, request, { ...person, email }));
    await link(tx, request, account, { ...person, email });
    const mailId = holder ? null : await queueFirstConfirmation(tx, request, account.user);
    return { account, mailId };
  });
}

/**
 * Whom the provider vouches for, and a company invites, may sign up where strangers may not.
 * @throws ForbiddenError.
 */
async function requireSignUpOf(
  tx: Tx,
  { email, ownsEmail }: OpenIdPerson & { email: string },
): Promise<void> {
  const open = { emailKey: email.toLowerCase(), expiresAt: { gt: new Date() } };
  if (ownsEmail && (await tx.invitation.count({ where: open })) > 0) return requireInvitedSignUp();
  await takeSignUp(tx);
}

/** Nothing is removed: the provider vouches for the person who has been signing in. */
async function proveByProvider(
  tx: Tx,
  { requestId }: RequestContext,
  { user, companyId, role }: Account,
  { email, ownsEmail, issuer }: OpenIdPerson,
): Promise<void> {
  if (user.emailVerifiedAt || !ownsEmail || email?.toLowerCase() !== user.emailKey) return;
  await lockUser(tx, user.id);
  const now = await tx.user.findUniqueOrThrow({ where: { id: user.id } });
  if (now.emailKey !== user.emailKey || !(await proveEmail(tx, user.id))) return;
  if (!(await newAddress(tx, user))) await voidConfirmation(tx, user.id);
  await recordAudit(
    tx,
    { companyId: mintCompanyId(companyId), userId: user.id, role, requestId },
    { action: "email.confirmed", entity: "user", entityId: user.id, data: { issuer } },
  );
}

async function accountLinkedTo(tx: Tx, { issuer, subject }: OpenIdPerson): Promise<Account | null> {
  const identity = await tx.linkedIdentity.findUnique({
    where: { issuer_subject: { issuer, subject } },
  });
  return identity && findAccount(tx, { id: identity.userId });
}

async function createFor(
  tx: Tx,
  { requestId }: RequestContext,
  person: OpenIdPerson & { email: string },
): Promise<Account> {
  return createAccount(
    tx,
    {
      username: await freeUsername(tx, person.email),
      email: person.email,
      emailVerifiedAt: person.ownsEmail ? new Date() : null,
      firstName: person.firstName,
      lastName: person.lastName,
    },
    { requestId, openid_issuer: person.issuer },
  );
}

async function link(
  tx: Tx,
  { requestId }: RequestContext,
  { user, companyId, role }: Account,
  { issuer, subject, email }: OpenIdPerson & { email: string },
): Promise<void> {
  await tx.linkedIdentity.create({ data: { issuer, subject, email, userId: user.id } });
  await recordAudit(
    tx,
    { companyId: mintCompanyId(companyId), userId: user.id, role, requestId },
    { action: "identity.linked", entity: "user", entityId: user.id, data: { issuer, subject } },
  );
}

/** The part before the @, with a number appended when the name is taken. */
async function freeUsername(tx: Tx, email: string): Promise<string> {
  const local = email.slice(0, email.lastIndexOf("@")).replaceAll("@", "").slice(0, 100);
  const name = local.length < 2 ? `user-${local}` : local;
  const holder = await tx.user.findUnique({ where: { usernameKey: name.toLowerCase() } });
  return holder ? `${name}-${randomInt(100_000, 1_000_000)}` : name;
}

/** The linked sign-in providers of the user's account, and whether it has a password. */
export async function listLinkedIdentities({
  userId,
}: SessionContext): Promise<ResponseOf<typeof contracts.listLinkedIdentities>> {
  const { passwordHash, identities } = await db("accounts").user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      passwordHash: true,
      identities: { orderBy: [{ createdAt: "asc" }, { issuer: "asc" }, { subject: "asc" }] },
    },
  });
  return {
    identities: identities.map((identity) => ({
      id: identityId(identity),
      provider: providerName(identity.issuer),
      email: identity.email,
      linked_at: identity.createdAt.toISOString(),
    })),
    has_password: passwordHash !== null,
  };
}

/**
 * Unlinks a sign-in provider and ends the other sessions, which may have started through it.
 * @throws NotFoundError when it is not linked to this account; ConflictError when it is the only way to
 * sign in; otherwise as confirmPassword and lockAccount.
 */
export async function unlinkIdentity(
  ctx: SessionContext,
  { identity_id, current_password }: BodyOf<typeof contracts.unlinkIdentity>,
): Promise<{ message: string }> {
  const { userId, sessionId } = ctx;
  await confirmPassword(ctx, current_password);
  const issuer = await db("accounts").$transaction(async (tx) => {
    // Locked, because two concurrent unlinks could otherwise remove both last ways to sign in.
    const { passwordHash } = await lockAccount(tx, ctx);
    const linked = await tx.linkedIdentity.findMany({ where: { userId } });
    const identity = linked.find((each) => identityId(each) === identity_id);
    if (!identity) throw new NotFoundError("This sign-in provider isn't linked to your account");
    if (passwordHash === null && linked.length === 1) throw lastWayIn();
    const { issuer, subject } = identity;
    await tx.linkedIdentity.delete({ where: { issuer_subject: { issuer, subject } } });
    const ended = await endSessions(tx, userId, { except: sessionId });
    await recordAudit(tx, ctx, {
      action: "identity.unlinked",
      entity: "user",
      entityId: userId,
      data: { issuer, subject, sessions_ended: ended },
    });
    return issuer;
  });
  return { message: `${providerName(issuer)} can no longer sign you in` };
}

function lastWayIn(): ConflictError {
  return new ConflictError(
    "wrong_step",
    "This is your only way to sign in. Set a password with Forgot password first.",
  );
}

/** One opaque id for issuer and subject: the provider's own id of the user is not exposed. */
export function identityId({ issuer, subject }: Identity): string {
  return createHash("sha256")
    .update(JSON.stringify([issuer, subject]))
    .digest("base64url");
}
