import type { User } from "@/generated/prisma/client";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { saveProfile as contract, Profile } from "@/lib/contracts/profile";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { recordAudit } from "@/server/platform/record-audit";
import { confirmPassword } from "./confirm-password";
import { queueConfirmation, unconfirmedAddress } from "./email-confirmations";
import { lockAccount } from "./lock-account";
import { moveOf, takenAddress } from "./move-of";
import { proveOwner } from "./prove-owner";
import { throttled } from "./throttle";
import { announceMail } from "@/server/mail/queued-mail";
import type { SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, UnusableInputError } from "@/server/platform/errors";
import { toUserRecord } from "./to-user-record";

type Input = BodyOf<typeof contract>;

export async function loadProfile({ userId, companyId }: SessionContext): Promise<Profile> {
  const [user, settings, unconfirmed] = await db("accounts").$transaction(async (tx) => [
    await tx.user.findUniqueOrThrow({ where: { id: userId } }),
    await tx.companySettings.findUnique({ where: { companyId } }),
    await unconfirmedAddress(tx, userId),
  ]);
  return {
    username: user.username,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    phone: user.phone,
    timezone: user.timeZone ?? settings?.timeZone ?? DEFAULT_TIME_ZONE,
    has_avatar: user.avatar !== null,
    has_password: user.passwordHash !== null,
    email_confirmed: user.emailVerifiedAt !== null,
    unconfirmed_email: unconfirmed,
  };
}

/**
 * Saves the Account tab. A new address only takes effect when its owner opens the link that is mailed to it.
 * @throws ConflictError when another account has the address; when the address changes, also
 * RateLimitedError, and as confirmOwner and lockAccount.
 */
export async function saveProfile(
  ctx: SessionContext,
  input: Input,
): Promise<ResponseOf<typeof contract>> {
  const { userId, ipAddress } = ctx;
  const before = await db("accounts").user.findUniqueOrThrow({ where: { id: userId } });
  const isMoving = before.emailKey !== input.email.toLowerCase();
  if (!isMoving) return save(ctx, input, before);
  await confirmOwner(ctx, input, before);
  // Each change mails a stranger, perhaps, and reveals whether the new address is taken.
  return throttled("change-email", { account: String(userId), ipAddress }, () =>
    save(ctx, input, before),
  );
}

/**
 * @throws UnusableInputError when two-factor is on and the code is missing, wrong or used; otherwise as
 * confirmPassword.
 */
async function confirmOwner(
  ctx: SessionContext,
  { current_password, code }: Input,
  { totpConfirmedAt }: User,
): Promise<void> {
  if (!totpConfirmedAt) return confirmPassword(ctx, current_password);
  if (code !== undefined) return proveOwner(ctx, { current_password, code });
  const message = "Enter the code from your authenticator app to change your email address";
  throw new UnusableInputError(message, { fields: { code: message } });
}

async function save(
  ctx: SessionContext,
  input: Input,
  before: User,
): Promise<ResponseOf<typeof contract>> {
  const { user, mailId } = await db("accounts").$transaction((tx) => write(tx, ctx, input, before));
  if (mailId) await announceMail(mailId);
  return { message: "Settings saved successfully", user: toUserRecord(user) };
}

async function write(tx: Tx, ctx: SessionContext, input: Input, before: User) {
  const { userId } = ctx;
  const { first_name, last_name, phone, timezone } = input;
  const isMoving = before.emailKey !== input.email.toLowerCase();
  if (isMoving) await lockAccount(tx, ctx);
  // Conditional on the address that was read: a change that was confirmed meanwhile stands.
  const { count } = await tx.user.updateMany({
    where: { id: userId, emailKey: before.emailKey },
    data: {
      firstName: first_name,
      lastName: last_name,
      phone,
      timeZone: timezone,
      // Another spelling of the same address.
      ...(!isMoving && { email: input.email }),
    },
  });
  if (count === 0)
    throw new ConflictError("Your profile was changed in the meantime. Please try again.");
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  await recordAudit(tx, ctx, {
    action: "profile.saved",
    entity: "user",
    entityId: userId,
    data: { first_name, last_name, email: user.email, phone, timezone, email_before: before.email },
  });
  return { user, mailId: isMoving ? await requestMove(tx, ctx, user, input.email) : null };
}

/** @returns the id of the mail to the new address. @throws ConflictError when it is taken; RateLimitedError. */
async function requestMove(
  tx: Tx,
  ctx: SessionContext,
  user: User,
  email: string,
): Promise<string> {
  await moveOf(tx, email, user);
  if (await tx.user.findUnique({ where: { emailKey: email.toLowerCase() } })) throw takenAddress();
  await recordAudit(tx, ctx, {
    action: "email.change_requested",
    entity: "user",
    entityId: user.id,
    data: { email },
  });
  return queueConfirmation(tx, ctx, { userId: user.id, email });
}
