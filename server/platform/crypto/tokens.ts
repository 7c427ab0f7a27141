import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { getEnv } from "@/server/platform/env";

/** 256 random bits, safe in an address or a header. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored hash of a token. It needs no salt: the token is unguessable. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token, "utf8").digest());
}

/** A separate secret for one purpose, derived from APP_SECRET; it reveals nothing about the others. */
export function derivedSecret(purpose: string): string {
  const key = hkdfSync("sha256", getEnv().APP_SECRET, "", `deposit-matcher/${purpose}`, 32);
  return Buffer.from(key).toString("base64url");
}

/**
 * HMAC-SHA-256 of something guessable (six digits, an address), under a key of this product: a copy of
 * the database alone can't be searched for it. `purpose` keeps one use's hashes apart from another's. A
 * new APP_SECRET makes the old hashes worthless, so nothing that must last is looked up by one.
 */
export function keyedHash(value: string, purpose: string): Uint8Array<ArrayBuffer> {
  const key = hkdfSync("sha256", getEnv().APP_SECRET, "", `deposit-matcher/hash/${purpose}`, 32);
  return new Uint8Array(createHmac("sha256", Buffer.from(key)).update(value, "utf8").digest());
}

/**
 * Whether an Authorization header has a token as its bearer. Compared by digest: the time it takes reveals neither the
 * token nor its length.
 */
export function isBearer(authorization: string, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? "";
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
