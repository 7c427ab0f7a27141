import type { User } from "@/generated/prisma/client";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { saveProfile as contract, Profile } from "@/lib/contracts/profile";
import { recordAudit } from "@/server/audit/record";
import { confirmPassword } from "@/server/auth/confirm-password";
import { lockAccount } from "@/server/auth/lock-account";
import { throttled } from "@/server/auth/throttle";
import { toUserRecord } from "@/server/auth/user-record";
import type { SessionContext } from "@/server/context";
import { db, isUniqueViolation, type Tx } from "@/server/db";
import { ConflictError } from "@/server/errors";
import { emailChangedMail } from "@/server/mail/email-changed-mail";
import { announceMail, queueMail } from "@/server/mail/queued-mail";

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
    timezone: settings?.timeZone ?? "America/New_York",
    has_avatar: user.avatar !== null,
    has_password: user.passwordHash !== null,
  };
}

/**
 * Saves the Account tab. Another address is nobody's word until it is proved, and the old one is told.
 * @throws ConflictError when the address is another account's; when it changes, also RateLimitedError, and
 * as confirmPassword and lockAccount.
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
  // Each sends a mail to the address before, which may be anybody's, and tells whether the next is taken.
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
  // Only from the address that was looked at: of two changes at once, one wins.
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
  if (count === 0) throw new ConflictError("Your profile was changed meanwhile. Please try again.");
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

/** What else changes with the address; nothing when it stays. */
async function moveOf(tx: Tx, email: string, before: User) {
  const emailKey = email.toLowerCase();
  if (emailKey === before.emailKey) return null;
  // Sign-in takes either: nobody's username may be another person's address.
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
  const message = "Another account has this email address";
  return new ConflictError(message, { fields: { email: message } });
}
