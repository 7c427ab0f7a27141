import { decrypt, encrypt, type SealedBytes } from "@/server/crypto/cipher";
import { keyOf, newestKey } from "@/server/crypto/keyring";

/**
 * Seals a JSON value with AES-256-GCM, key id in front. `purpose` names the row it belongs to and is
 * authenticated, so a sealed value moved to another row does not open.
 */
export async function seal(value: unknown, purpose: string): Promise<SealedBytes> {
  return encrypt(await newestKey(), Buffer.from(JSON.stringify(value)), purpose);
}

/** Opens what {@link seal} made. @throws Error when the key or the purpose is another, or a bit changed. */
export async function unseal(sealed: Uint8Array, purpose: string): Promise<unknown> {
  const key = await keyOf(sealed);
  if (!key) {
    throw new Error("Sealed with another APP_SECRET: put the old one back, or connect again");
  }
  return JSON.parse(decrypt(key, sealed, purpose).toString("utf8"));
}
