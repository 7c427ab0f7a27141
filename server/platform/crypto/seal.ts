import { decrypt, encrypt, type SealedBytes, type SealingKey } from "./cipher";
import { keyOf, newestKey } from "./keyring";

/**
 * Seals a JSON value with AES-256-GCM, key id in front. `purpose` names its row and is authenticated, so
 * a sealed value moved to another row does not open.
 */
export async function seal(value: unknown, purpose: string): Promise<SealedBytes> {
  return encrypt(await newestKey(), Buffer.from(JSON.stringify(value)), purpose);
}

/** A sealed value that can't be opened here, now or later. */
export class UnopenableError extends Error {
  override readonly name = "UnopenableError";
}

/** Opens a value from {@link seal}. @throws UnopenableError when key or purpose differ, or a bit has changed. */
export async function unseal(sealed: Uint8Array, purpose: string): Promise<unknown> {
  const key = await keyOf(sealed);
  if (!key) {
    throw new UnopenableError(
      "Encrypted with another APP_SECRET. Restore the old one, or reconnect.",
    );
  }
  return JSON.parse(opened(key, sealed, purpose).toString("utf8"));
}

function opened(key: SealingKey, sealed: Uint8Array, purpose: string): Buffer {
  try {
    return decrypt(key, sealed, purpose);
  } catch (error) {
    throw new UnopenableError("Sealed for another row, or damaged.", { cause: error });
  }
}
