import { createHash, randomBytes } from "node:crypto";

/** 256 random bits, safe in an address or a header. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The stored hash of a token. It needs no salt: the token is unguessable. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash("sha256").update(token, "utf8").digest());
}
