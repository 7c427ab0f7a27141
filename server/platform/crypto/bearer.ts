import { createHash, timingSafeEqual } from "node:crypto";

/**
 * Whether an Authorization header has a token as its bearer. Compared by digest: the time it takes reveals neither the
 * token nor its length.
 */
export function isBearer(authorization: string, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? "";
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
