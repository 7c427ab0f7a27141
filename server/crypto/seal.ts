import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { getEnv } from "@/server/env";

const VERSION = 1;
const KEY_ID_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES + IV_BYTES + TAG_BYTES;

interface SealingKey {
  id: Buffer;
  key: Buffer;
}

function sealingKey(secret: string): SealingKey {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "deposit-matcher/seal", 32));
  // The id tells keys apart after a rotation and says nothing about the key.
  const id = createHash("sha256").update("key-id").update(key).digest().subarray(0, KEY_ID_BYTES);
  return { id, key };
}

/**
 * Seals a JSON value with AES-256-GCM: version, key id, nonce, tag, ciphertext. `purpose` names the row
 * it belongs to and is authenticated, so a sealed value moved to another row does not open.
 */
export function seal(value: unknown, purpose: string): Uint8Array<ArrayBuffer> {
  const { id, key } = sealingKey(getEnv().APP_SECRET);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([Buffer.of(VERSION), id, iv, cipher.getAuthTag(), body]));
}

/** Opens what {@link seal} made. @throws Error when the key or the purpose is another, or a bit changed. */
export function unseal(sealed: Uint8Array, purpose: string): unknown {
  const bytes = Buffer.from(sealed);
  const { id, key } = sealingKey(getEnv().APP_SECRET);
  const keyId = bytes.subarray(1, 1 + KEY_ID_BYTES);
  if (bytes.length < HEADER_BYTES || bytes[0] !== VERSION || !keyId.equals(id)) {
    throw new Error("Sealed with another APP_SECRET: put the old one back, or connect again");
  }
  const iv = bytes.subarray(1 + KEY_ID_BYTES, 1 + KEY_ID_BYTES + IV_BYTES);
  const tag = bytes.subarray(HEADER_BYTES - TAG_BYTES, HEADER_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, iv)
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag);
  const body = Buffer.concat([decipher.update(bytes.subarray(HEADER_BYTES)), decipher.final()]);
  return JSON.parse(body.toString("utf8"));
}
