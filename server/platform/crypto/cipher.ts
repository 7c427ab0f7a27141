import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

const VERSION = 1;
const KEY_ID_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES + IV_BYTES + TAG_BYTES;

/** Of keys that are stored, sealed under APP_SECRET. */
export const WRAP_PURPOSE = "sealing-key";

export interface SealingKey {
  /** Identifies a key without revealing anything about it. */
  id: Buffer;
  key: Buffer;
}

export type SealedBytes = Uint8Array<ArrayBuffer>;

/** 256 random bits as a key. */
export function randomKey(): SealingKey {
  return toKey(randomBytes(32));
}

/** The key derived from APP_SECRET itself. */
export function rootKey(secret: string): SealingKey {
  return toKey(Buffer.from(hkdfSync("sha256", secret, "", "deposit-matcher/seal", 32)));
}

/** @returns the key of these 32 bytes. */
export function toKey(key: Buffer): SealingKey {
  const id = createHash("sha256").update("key-id").update(key).digest().subarray(0, KEY_ID_BYTES);
  return { id, key };
}

/** AES-256-GCM: version, key id, nonce, tag, ciphertext. `purpose` is authenticated, not stored. */
export function encrypt({ id, key }: SealingKey, plain: Buffer, purpose: string): SealedBytes {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return new Uint8Array(Buffer.concat([Buffer.of(VERSION), id, iv, cipher.getAuthTag(), body]));
}

/** The id of the key that sealed this; undefined when {@link encrypt} did not make it. */
export function keyIdOf(sealed: Uint8Array): Buffer | undefined {
  if (sealed.length < HEADER_BYTES || sealed[0] !== VERSION) return undefined;
  return Buffer.from(sealed.subarray(1, 1 + KEY_ID_BYTES));
}

/** @throws Error when key or purpose differ, or a bit has changed. */
export function decrypt({ key }: SealingKey, sealed: Uint8Array, purpose: string): Buffer {
  const bytes = Buffer.from(sealed);
  const iv = bytes.subarray(1 + KEY_ID_BYTES, 1 + KEY_ID_BYTES + IV_BYTES);
  const tag = bytes.subarray(HEADER_BYTES - TAG_BYTES, HEADER_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(HEADER_BYTES)), decipher.final()]);
}
