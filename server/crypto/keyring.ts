import {
  decrypt,
  encrypt,
  keyIdOf,
  rootKey,
  type SealedBytes,
  type SealingKey,
  toKey,
} from "@/server/crypto/cipher";
import { db } from "@/server/db";
import { getEnv } from "@/server/env";

/**
 * How long a process may seal with a key after a newer one was made. Old keys stay at least ten times as
 * long (server/key-rotation), so nothing is ever sealed with a key that is gone.
 */
const FRESH_MS = 30_000;

const WRAP_PURPOSE = "sealing-key";

interface Keyring {
  loadedAt: number;
  /** What is sealed now is sealed with this one. */
  newest: SealingKey;
  byId: ReadonlyMap<string, SealingKey>;
}

let loaded: Promise<Keyring> | undefined;

/** The keys of APP_SECRET, of the one before it, and those that rotations made. */
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
    // Wrapped under a secret that is not here any more: what it sealed can't be read, the rest can.
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
  const ring = await loaded?.catch(() => undefined);
  if (ring && isGood(ring)) return ring;
  loaded = load();
  return loaded;
}

/** The key to seal with. */
export async function newestKey(): Promise<SealingKey> {
  return (await keyring(({ loadedAt }) => Date.now() - loadedAt < FRESH_MS)).newest;
}

/** The key that sealed this, also one that another process made a moment ago. */
export async function keyOf(sealed: Uint8Array): Promise<SealingKey | undefined> {
  const id = keyIdOf(sealed)?.toString("hex");
  if (id === undefined) return undefined;
  return (await keyring(({ byId }) => byId.has(id))).byId.get(id);
}

/** Forgets what was loaded: the next use reads the keys anew. */
export function reloadKeys(): void {
  loaded = undefined;
}
