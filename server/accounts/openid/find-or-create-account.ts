import { randomInt } from "node:crypto";
import { recordAudit } from "@/server/platform/record-audit";
import { createAccount } from "@/server/accounts/create-account";
import {
  newAddress,
  queueFirstConfirmation,
  voidConfirmation,
} from "@/server/accounts/email-confirmations";
import { type Account, findAccount } from "@/server/accounts/find-account";
import { lockUser } from "@/server/accounts/lock-account";
import { proveEmail } from "@/server/accounts/prove-email";
import { announceMail } from "@/server/mail/queued-mail";
import { mintCompanyId } from "@/server/platform/company-id";
import type { RequestContext } from "@/server/platform/context";
import { db, isUniqueViolation, type Tx } from "@/server/platform/db";
import { ConflictError, UnusableInputError } from "@/server/platform/errors";
import type { OpenIdPerson } from "./read-claims";

/**
 * Finds the account linked to an OpenID identity, or the account with the same address if both sides have
 * verified it, or creates an account with a company. A provider that vouches for the account's address proves it.
 * @throws ConflictError when an account with an unverified address exists: another user may have
 * created it. A reset by mail verifies it.
 * @throws UnusableInputError when the provider sends no address.
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
      throw new ConflictError("An account with this email address already exists");
    }
    const account = holder ?? (await createFor(tx, request, { ...person, email }));
    await link(tx, request, account, { ...person, email });
    const mailId = holder ? null : await queueFirstConfirmation(tx, request, account.user);
    return { account, mailId };
  });
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
