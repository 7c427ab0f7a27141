import { randomBytes, timingSafeEqual } from "node:crypto";
import type { User } from "@/generated/prisma/client";
import type { CookieJar } from "@/server/platform/context";
import { keyedHash } from "@/server/platform/crypto/tokens";

const DAYS = 180;

/**
 * Shows that this browser has signed in to some accounts, so that strangers' tries don't count against it
 * (docs/throttling.md). It is no credential. Lax: the browser comes back from a sign-in provider with it.
 */
export const DEVICE_COOKIE = {
  name: "deposit-matcher.device",
  maxAgeSeconds: DAYS * 86_400,
  sameSite: "Lax",
} as const;

/** Accounts of one browser: several people may share it. The one that signed in longest ago is left out. */
const MOST_ACCOUNTS = 8;

/** A browser's entry for one account, as it was sent: anybody may have written it. */
export interface DeviceEntry {
  /** Random; new with every sign-in, so that a stolen cookie does not share the owner's tries. */
  id: string;
  userId: number;
  /** Seconds since 1970. */
  issuedAt: number;
  mac: string;
}

const ENTRY = /^([\w-]{16})\.(\d{1,10})\.(\d{1,10})\.([\w-]{43})$/;
const LARGEST_ID = 2_147_483_647;

/** The entries of a browser's cookie, newest first. */
export function deviceEntries(cookies: CookieJar | undefined): DeviceEntry[] {
  const entries = (cookies?.get(DEVICE_COOKIE.name) ?? "").split("~").slice(0, MOST_ACCOUNTS);
  return entries.flatMap((entry) => {
    const [, id = "", user = "", issued = "", mac = ""] = ENTRY.exec(entry) ?? [];
    const userId = Number(user);
    return id && userId <= LARGEST_ID ? [{ id, userId, issuedAt: Number(issued), mac }] : [];
  });
}

/** What an entry is bound to, so that a new password voids it. */
type Holder = Pick<User, "id" | "passwordHash">;

/** Whether an entry was issued to a browser that signed in to the account with its present password. */
export function isDeviceOf({ id, passwordHash }: Holder, entry: DeviceEntry): boolean {
  if (entry.userId !== id || Date.now() / 1000 - entry.issuedAt > DEVICE_COOKIE.maxAgeSeconds) {
    return false;
  }
  return timingSafeEqual(Buffer.from(entry.mac, "base64url"), macOf({ ...entry, passwordHash }));
}

/** Records in the browser that it has signed in to the account. */
export function rememberDevice(
  cookies: CookieJar | undefined,
  { id: userId, passwordHash }: Holder,
): void {
  if (!cookies) return;
  const entry = {
    id: randomBytes(12).toString("base64url"),
    userId,
    issuedAt: Math.floor(Date.now() / 1000),
  };
  const mac = Buffer.from(macOf({ ...entry, passwordHash })).toString("base64url");
  const others = deviceEntries(cookies).filter((other) => other.userId !== userId);
  const value = [{ ...entry, mac }, ...others]
    .slice(0, MOST_ACCOUNTS)
    .map((each) => `${each.id}.${each.userId}.${each.issuedAt}.${each.mac}`)
    .join("~");
  cookies.set(DEVICE_COOKIE.name, value, DEVICE_COOKIE);
}

function macOf({
  id,
  userId,
  issuedAt,
  passwordHash,
}: Omit<DeviceEntry, "mac"> & Pick<User, "passwordHash">): Uint8Array {
  return keyedHash(JSON.stringify([id, userId, issuedAt, passwordHash]), "device");
}
