import { createHmac, hkdfSync } from "node:crypto";
import { getEnv } from "@/server/platform/env";

/**
 * HMAC-SHA-256 of something guessable (six digits, an address), under a key of this product: a copy of
 * the database alone can't be searched for it. `purpose` keeps one use's hashes apart from another's. A
 * new APP_SECRET makes the old hashes worthless, so nothing that must last is looked up by one.
 */
export function keyedHash(value: string, purpose: string): Uint8Array<ArrayBuffer> {
  const key = hkdfSync("sha256", getEnv().APP_SECRET, "", `deposit-matcher/hash/${purpose}`, 32);
  return new Uint8Array(createHmac("sha256", Buffer.from(key)).update(value, "utf8").digest());
}
