import { AVATAR_MAX_BYTES } from "@/lib/contracts/profile";
import type { AVATAR_TYPES } from "@/lib/contracts/values/profile";
import { recordAudit } from "@/server/platform/record-audit";
import type { SessionContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { NotFoundError, UnusableInputError } from "@/server/platform/errors";

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
