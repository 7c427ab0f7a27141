import { decrypt, encrypt, type SealedBytes } from "./cipher";
import { keyOf, newestKey } from "./keyring";

/**
 * Seals a JSON value with AES-256-GCM, key id in front. `purpose` names its row and is authenticated, so
 * a sealed value moved to another row does not open.
 */
export async function seal(value: unknown, purpose: string): Promise<SealedBytes> {
  return encrypt(await newestKey(), Buffer.from(JSON.stringify(value)), purpose);
}

/** Opens a value from {@link seal}. @throws Error when key or purpose differ, or a bit has changed. */
export async function unseal(sealed: Uint8Array, purpose: string): Promise<unknown> {
  const key = await keyOf(sealed);
  if (!key) {
    throw new Error("Encrypted with another APP_SECRET. Restore the old one, or reconnect.");
  }
  return JSON.parse(decrypt(key, sealed, purpose).toString("utf8"));
}
