import type { User } from "@/generated/prisma/client";
import { confirmEmailMail } from "@/server/mail/account-mails";
import { announceMail, queueMail } from "@/server/mail/queued-mail";
import type { RequestContext, SessionContext } from "@/server/platform/context";
import { hashToken, randomToken } from "@/server/platform/crypto/tokens";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, RateLimitedError } from "@/server/platform/errors";
import {
  countAttempt,
  hard,
  type Limit,
  networkOf,
  throttleKey,
} from "@/server/platform/rate-limit";
import { recordAudit } from "@/server/platform/record-audit";
import { lockAccount } from "./find-account";

const DAYS = 3;
const LIFETIME_SECONDS = DAYS * 86_400;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The reasons are in docs/throttling.md. */
const LIMITS = {
  /** Mails that an address gets, for all accounts together. */
  recipient: {
    tries: 5,
    windowSeconds: 24 * HOUR,
    firstWaitSeconds: 5 * MINUTE,
    longestWaitSeconds: 4 * HOUR,
  } satisfies Limit,
  /** Mails for new accounts from one network, however many it signs up. */
  network: hard(100, HOUR),
};

const keyOf = (kind: string, name: string) => throttleKey("confirm-email", kind, name);

/**
 * Queues a mail with a link that proves `email` for the account; an earlier link of the account stops working.
 * @returns the mail's id, to announce after the commit.
 * @throws RateLimitedError.
 */
export async function queueConfirmation(
  tx: Tx,
  { userId, email }: { userId: number; email: string },
): Promise<string> {
  const refusal = "This address has got as many confirmations as it can for now.";
  await countAttempt(tx, keyOf("recipient", email.toLowerCase()), LIMITS.recipient, refusal);
  const token = randomToken();
  const link = {
    email,
    tokenHash: hashToken(token),
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + LIFETIME_SECONDS * 1_000),
  };
  await tx.emailConfirmation.upsert({
    where: { userId },
    create: { userId, ...link },
    update: link,
  });
  const mail = { to: email, ...confirmEmailMail(token, DAYS) };
  return queueMail(tx, mail, { lifetimeSeconds: LIFETIME_SECONDS });
}

/**
 * {@link queueConfirmation} for a new account, which is created whether or not its mail may go out: its owner can
 * request another one.
 * @returns null when the limit is reached, or the address is proved already.
 */
export async function queueFirstConfirmation(
  tx: Tx,
  { ipAddress }: Pick<RequestContext, "ipAddress">,
  { id: userId, email, emailVerifiedAt }: User,
): Promise<string | null> {
  if (emailVerifiedAt) return null;
  try {
    await countAttempt(tx, keyOf("address", networkOf(ipAddress)), LIMITS.network);
    return await queueConfirmation(tx, { userId, email });
  } catch (error) {
    if (error instanceof RateLimitedError) return null;
    throw error;
  }
}

/**
 * Redeems an account's link, once.
 * @returns the address that it proves; null when it is unknown, used, expired, replaced, or another account's.
 */
export async function takeConfirmation(
  tx: Tx,
  userId: number,
  token: string,
): Promise<string | null> {
  const link = { userId, tokenHash: hashToken(token), expiresAt: { gt: new Date() } };
  const found = await tx.emailConfirmation.findFirst({ where: link });
  const { count } = await tx.emailConfirmation.deleteMany({ where: link });
  return found && count === 1 ? found.email : null;
}

/** The address that a link was mailed to and that is not confirmed yet; null when there is none. */
export async function unconfirmedAddress(tx: Tx, userId: number): Promise<string | null> {
  const link = await tx.emailConfirmation.findFirst({
    where: { userId, expiresAt: { gt: new Date() } },
    select: { email: true },
  });
  return link?.email ?? null;
}

/** The address that is to replace the account's; null when none is. */
export async function newAddress(
  tx: Tx,
  { id, emailKey }: Pick<User, "id" | "emailKey">,
): Promise<string | null> {
  const email = await unconfirmedAddress(tx, id);
  return email === null || email.toLowerCase() === emailKey ? null : email;
}

/** Voids the account's link. */
export async function voidConfirmation(tx: Tx, userId: number): Promise<void> {
  await tx.emailConfirmation.deleteMany({ where: { userId } });
}

/**
 * What changes when an account's address is replaced: the address, and the username where it is the same.
 * @throws ConflictError when another account signs in by this address as its username. A unique violation of the
 * write means that another account has the address.
 */
export async function moveOf(
  tx: Tx,
  email: string,
  { id, usernameKey, emailKey: oldKey }: Pick<User, "id" | "usernameKey" | "emailKey">,
) {
  const emailKey = email.toLowerCase();
  const namesake = await tx.user.findFirst({ where: { usernameKey: emailKey, id: { not: id } } });
  if (namesake) throw takenAddress();
  return {
    email,
    emailKey,
    ...(usernameKey === oldKey && { username: email, usernameKey: emailKey }),
  };
}

export function takenAddress(): ConflictError {
  const message = "Another account already uses this email address";
  return new ConflictError("already_exists", message, { fields: { email: message } });
}

/**
 * Cancels a change of the account's address; its link stops working.
 * @throws ConflictError when no change waits; as lockAccount.
 */
export async function cancelEmailChange(ctx: SessionContext): Promise<{ message: string }> {
  const email = await db("accounts").$transaction(async (tx) => {
    const user = await lockAccount(tx, ctx);
    const waiting = await newAddress(tx, user);
    if (!waiting)
      throw new ConflictError("not_waiting", "No new email address is waiting for confirmation");
    await voidConfirmation(tx, user.id);
    await recordAudit(tx, ctx, {
      action: "email.change_cancelled",
      entity: "user",
      entityId: user.id,
      data: { email: waiting },
    });
    return user.email;
  });
  return { message: `Your email address stays ${email}` };
}

/**
 * Mails a fresh link to the address that waits for its confirmation: the new one, else the account's own.
 * @throws ConflictError when nothing waits; RateLimitedError; as lockAccount.
 */
export async function sendConfirmation(ctx: SessionContext): Promise<{ message: string }> {
  const { email, mailId } = await db("accounts").$transaction(async (tx) => {
    const user = await lockAccount(tx, ctx);
    const waiting = await newAddress(tx, user);
    if (!waiting && user.emailVerifiedAt) {
      throw new ConflictError("already_done", "Your email address is confirmed already");
    }
    const email = waiting ?? user.email;
    await recordAudit(tx, ctx, {
      action: "email.confirmation_sent",
      entity: "user",
      entityId: user.id,
      data: { email },
    });
    return { email, mailId: await queueConfirmation(tx, { userId: user.id, email }) };
  });
  await announceMail(mailId);
  return { message: `We sent a link to ${email}` };
}

/**
 * Marks the account's address as proved by its owner.
 * @returns whether it was unproved until now.
 */
export async function proveEmail(tx: Tx, userId: number): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, emailVerifiedAt: null },
    data: { emailVerifiedAt: new Date() },
  });
  return count === 1;
}
