import { randomUUID } from "node:crypto";
import { withHeartbeat } from "@/lib/heartbeat";
import { keyedHash } from "./crypto/keyed-hash";
import { db } from "./db";

/** A lost process blocks nobody for longer than this. */
const LEASE_SECONDS = 15;
const HEARTBEAT_MS = 4_000;

/**
 * Runs `work` under one of the leases of these names, of all processes together, and keeps it until the end. It
 * holds no connection.
 * @param names what is leased; of several, whichever is free
 * @returns null when others hold all of them: then `work` did not run.
 */
export async function withLease<T>(
  names: readonly string[],
  work: () => Promise<T>,
): Promise<{ result: T } | null> {
  const holder = randomUUID();
  const key = await take(names, holder);
  if (!key) return null;
  try {
    return { result: await withHeartbeat(() => extend(key, holder), HEARTBEAT_MS, work) };
  } finally {
    await db("jobs").$executeRaw`
      DELETE FROM leases WHERE key = ${key} AND holder = ${holder}::uuid`;
  }
}

type Key = Uint8Array<ArrayBuffer>;

/** Where a lease is stored. Hashed, so that the table does not reveal companies and their accounts. */
export function leaseKey(name: string): Key {
  return keyedHash(name, "leases");
}

async function take(names: readonly string[], holder: string): Promise<Key | null> {
  for (const name of names) {
    const key = leaseKey(name);
    const taken = await db("jobs").$executeRaw`
      INSERT INTO leases AS l (key, holder, expires_at)
      VALUES (${key}, ${holder}::uuid, now() + make_interval(secs => ${LEASE_SECONDS}))
      ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
        WHERE l.expires_at <= now()`;
    if (taken > 0) return key;
  }
  return null;
}

/** One that was lost stays lost: another holder may have done the work meanwhile. */
async function extend(key: Key, holder: string): Promise<void> {
  await db("jobs").$executeRaw`
    UPDATE leases SET expires_at = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE key = ${key} AND holder = ${holder}::uuid AND expires_at > now()`;
}
