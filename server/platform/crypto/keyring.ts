import { Prisma } from "@/generated/prisma/client";
import { db } from "@/server/platform/db";
import { getEnv } from "@/server/platform/env";
import { queryPrepared } from "@/server/platform/prepared-queries";
import { singleton } from "@/server/platform/singleton";
import {
  decrypt,
  encrypt,
  keyIdOf,
  rootKey,
  type SealedBytes,
  type SealingKey,
  toKey,
  WRAP_PURPOSE,
} from "./cipher";
import { countSecrets, type StoredSecrets } from "./stored-secrets";

/**
 * How long a process may seal with a key after a newer one was made. Old keys are kept at least ten times
 * as long (server/worker/key-rotation), so no value is sealed with a deleted key.
 */
const FRESH_MS = 30_000;

interface Keyring {
  loadedAt: number;
  /** The key that seals new values. */
  newest: SealingKey;
  byId: ReadonlyMap<string, SealingKey>;
}

const kept = singleton("keyring", (): { loaded?: Promise<Keyring> } => ({}));

/** The keys derived from APP_SECRET and APP_SECRET_PREVIOUS, and the keys that rotations made. */
async function load(): Promise<Keyring> {
  const { APP_SECRET, APP_SECRET_PREVIOUS } = getEnv();
  const roots = [APP_SECRET, APP_SECRET_PREVIOUS].flatMap((secret) =>
    secret === undefined ? [] : rootKey(secret),
  );
  const byId = new Map(roots.map((root) => [root.id.toString("hex"), root]));
  const rows = await db("keys").sealingKey.findMany({ orderBy: { createdAt: "asc" } });
  let newest = rootKey(APP_SECRET);
  for (const { wrapped } of rows) {
    const key = unwrap(wrapped, roots);
    // The secret that wrapped this key is no longer configured: only values sealed with this key are
    // unreadable.
    if (!key) continue;
    byId.set(key.id.toString("hex"), key);
    newest = key;
  }
  return { loadedAt: Date.now(), newest, byId };
}

function unwrap(wrapped: Uint8Array, roots: SealingKey[]): SealingKey | undefined {
  const id = keyIdOf(wrapped);
  const root = id && roots.find((candidate) => candidate.id.equals(id));
  return root && toKey(decrypt(root, wrapped, WRAP_PURPOSE));
}

/** A key as it is stored: sealed under APP_SECRET. */
export function wrapKey({ key }: SealingKey): SealedBytes {
  return encrypt(rootKey(getEnv().APP_SECRET), key, WRAP_PURPOSE);
}

async function keyring(isGood: (ring: Keyring) => boolean): Promise<Keyring> {
  const ring = await kept.loaded?.catch(() => undefined);
  if (ring && isGood(ring)) return ring;
  kept.loaded = load();
  return kept.loaded;
}

/** The key that seals new values. */
export async function newestKey(): Promise<SealingKey> {
  return (await keyring(({ loadedAt }) => Date.now() - loadedAt < FRESH_MS)).newest;
}

/** The key that sealed this value, which another process may have made a moment ago. */
export async function keyOf(sealed: Uint8Array): Promise<SealingKey | undefined> {
  const id = keyIdOf(sealed)?.toString("hex");
  if (id === undefined) return undefined;
  return (await keyring(({ byId }) => byId.has(id))).byId.get(id);
}

/** How much of what is sealed this process opens. @throws as the database. */
export async function countReadable(): Promise<StoredSecrets> {
  const { APP_SECRET, APP_SECRET_PREVIOUS } = getEnv();
  const ask = async (sql: string) =>
    (await queryPrepared<[object]>("keys", Prisma.raw(sql)))[0] as readonly object[];
  return countSecrets(ask, [APP_SECRET, APP_SECRET_PREVIOUS ?? ""].filter(Boolean));
}

/** Whether the key of this id can be opened here. */
export async function hasKey(id: Uint8Array): Promise<boolean> {
  const { byId } = await keyring(() => true);
  return byId.has(Buffer.from(id).toString("hex"));
}

/** Clears the cache: the next use reloads the keys. */
export function reloadKeys(): void {
  delete kept.loaded;
}

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
