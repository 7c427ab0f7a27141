import type { User } from "@/generated/prisma/client";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { saveProfile as contract, Profile } from "@/lib/contracts/profile";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { recordAudit } from "@/server/audit/record-audit";
import { confirmPassword } from "@/server/auth/confirm-password";
import { lockAccount } from "@/server/auth/lock-account";
import { throttled } from "@/server/auth/throttle";
import { emailChangedMail } from "@/server/mail/email-changed-mail";
import { announceMail, queueMail } from "@/server/mail/queued-mail";
import type { SessionContext } from "@/server/platform/context";
import { db, isUniqueViolation, type Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { toUserRecord } from "./to-user-record";

const NOTE_LIFETIME_SECONDS = 3 * 24 * 3_600;

type Input = BodyOf<typeof contract>;

export async function loadProfile({ userId, companyId }: SessionContext): Promise<Profile> {
  const [user, settings] = await db("accounts").$transaction(async (tx) => [
    await tx.user.findUniqueOrThrow({ where: { id: userId } }),
    await tx.companySettings.findUnique({ where: { companyId } }),
  ]);
  return {
    username: user.username,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    phone: user.phone,
    timezone: settings?.timeZone ?? DEFAULT_TIME_ZONE,
    has_avatar: user.avatar !== null,
    has_password: user.passwordHash !== null,
  };
}

/**
 * Saves the Account tab. A new address is unverified until its owner proves it, and the old address gets
 * a notice.
 * @throws ConflictError when another account has the address; when the address changes, also
 * RateLimitedError, and as confirmPassword and lockAccount.
 */
export async function saveProfile(
  ctx: SessionContext,
  input: Input,
): Promise<ResponseOf<typeof contract>> {
  const { userId } = ctx;
  const current = await db("accounts").user.findUniqueOrThrow({ where: { id: userId } });
  const isMoving = current.emailKey !== input.email.toLowerCase();
  if (!isMoving) return save(ctx, input, current);
  await confirmPassword(ctx, input.current_password);
  const { userId: account, ipAddress } = ctx;
  // Each change mails the previous address, which may be unverified, and reveals whether the new one is
  // taken.
  return throttled("change-email", { account: String(account), ipAddress }, () =>
    save(ctx, input, current),
  );
}

async function save(
  ctx: SessionContext,
  input: Input,
  before: User,
): Promise<ResponseOf<typeof contract>> {
  try {
    const { user, mailId } = await db("accounts").$transaction((tx) =>
      write(tx, ctx, input, before),
    );
    if (mailId) await announceMail(mailId);
    return { message: "Settings saved successfully", user: toUserRecord(user) };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw taken();
  }
}

async function write(tx: Tx, ctx: SessionContext, input: Input, before: User) {
  const { userId, companyId } = ctx;
  const move = await moveOf(tx, input.email, before);
  if (move) await lockAccount(tx, ctx);
  // Conditional on the address that was read: of two concurrent changes, one wins.
  const { count } = await tx.user.updateMany({
    where: { id: userId, emailKey: before.emailKey },
    data: {
      firstName: input.first_name,
      lastName: input.last_name,
      phone: input.phone,
      email: input.email,
      ...move,
    },
  });
  if (count === 0)
    throw new ConflictError("Your profile was changed in the meantime. Please try again.");
  await tx.companySettings.upsert({
    where: { companyId },
    create: { companyId, timeZone: input.timezone },
    update: { timeZone: input.timezone },
  });
  const { first_name, last_name, email, phone, timezone } = input;
  await recordAudit(tx, ctx, {
    action: "profile.saved",
    entity: "user",
    entityId: userId,
    data: { first_name, last_name, email, phone, timezone, email_before: before.email },
  });
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  if (!move) return { user, mailId: null };
  const note = { to: before.email, ...emailChangedMail(user.username, new Date()) };
  return { user, mailId: await queueMail(tx, note, { lifetimeSeconds: NOTE_LIFETIME_SECONDS }) };
}

/** What else changes with the address; empty when it stays the same. */
async function moveOf(tx: Tx, email: string, before: User) {
  const emailKey = email.toLowerCase();
  if (emailKey === before.emailKey) return null;
  // Sign-in accepts both, so a username must not equal another user's address.
  const namesake = await tx.user.findFirst({
    where: { usernameKey: emailKey, id: { not: before.id } },
  });
  if (namesake) throw taken();
  return {
    emailKey,
    emailVerifiedAt: null,
    ...(before.usernameKey === before.emailKey && { username: email, usernameKey: emailKey }),
  };
}

function taken(): ConflictError {
  const message = "Another account already uses this email address";
  return new ConflictError(message, { fields: { email: message } });
}
