import type { User } from "@/generated/prisma/client";
import type { AVATAR_TYPES } from "@/lib/constants/profile";
import type { BodyOf, ResponseOf } from "@/lib/contracts/endpoint";
import {
  AVATAR_MAX_BYTES,
  type saveProfile as contract,
  type Profile,
} from "@/lib/contracts/profile";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { announceMail } from "@/server/mail/queued-mail";
import type { SessionContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { ConflictError, NotFoundError, UnusableInputError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { moveOf, queueConfirmation, takenAddress, unconfirmedAddress } from "./email-confirmations";
import { lockAccount, toUserRecord } from "./find-account";
import { confirmPassword, proveOwner } from "./proof-of-identity";
import { throttledInSession } from "./throttle";

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
  const { userId } = ctx;
  const before = await db("accounts").user.findUniqueOrThrow({ where: { id: userId } });
  const isMoving = before.emailKey !== input.email.toLowerCase();
  if (!isMoving) return save(ctx, input, before);
  await confirmOwner(ctx, input, before);
  // Each change mails a stranger, perhaps, and reveals whether the new address is taken.
  return throttledInSession("change-email", ctx, () => save(ctx, input, before));
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
    throw new ConflictError(
      "changed_meanwhile",
      "Your profile was changed in the meantime. Please try again.",
    );
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
  return queueConfirmation(tx, { userId: user.id, email });
}

type AvatarType = (typeof AVATAR_TYPES)[number];

/** @throws NotFoundError when the user has no avatar. */
export async function loadAvatar({ userId }: SessionContext): Promise<File> {
  const { avatar } = await db("accounts").user.findUniqueOrThrow({ where: { id: userId } });
  const type = avatar && typeOfImage(avatar);
  if (!type) throw new NotFoundError("There is no picture");
  return new File([avatar], "avatar", { type });
}

/** @throws UnusableInputError when the file is too large, or its first bytes are not PNG, JPEG or WebP. */
export async function saveAvatar(
  ctx: SessionContext,
  base64: string,
): Promise<{ message: string }> {
  const image = new Uint8Array(Buffer.from(base64, "base64"));
  if (image.length > AVATAR_MAX_BYTES) throw refused("The picture is larger than 512 KB");
  const type = typeOfImage(image);
  if (!type) throw refused("Choose a PNG, JPEG or WebP picture");
  await store(ctx, image, { action: "avatar.saved", data: { type, bytes: image.length } });
  return { message: "Settings saved successfully" };
}

export async function deleteAvatar(ctx: SessionContext): Promise<{ message: string }> {
  await store(ctx, null, { action: "avatar.deleted" });
  return { message: "Settings saved successfully" };
}

function store(
  ctx: SessionContext,
  avatar: Uint8Array<ArrayBuffer> | null,
  what: { action: string; data?: { type: string; bytes: number } },
): Promise<void> {
  const { userId } = ctx;
  return db("accounts").$transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { avatar } });
    await recordAudit(tx, ctx, { ...what, entity: "user", entityId: userId });
  });
}

/** Detects the type from the first bytes, not from the file name or declared type. */
function typeOfImage(image: Uint8Array): AvatarType | null {
  const start = Buffer.from(image.subarray(0, 12)).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "image/webp";
  return null;
}

function refused(message: string): UnusableInputError {
  return new UnusableInputError(message, { fields: { image: message } });
}
