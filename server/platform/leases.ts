import { randomUUID } from "node:crypto";
import { Prisma } from "@/generated/prisma/client";
import { keyedHash } from "./crypto/tokens";
import { log } from "./logger";
import { executePrepared } from "./prepared-queries";

/** How long a lost process can block others. */
const LEASE_SECONDS = 15;
const HEARTBEAT_MS = 4_000;
/** Others may take the chosen one first. */
const MAX_TRIES = 3;

/** What its holder alone may do, of all processes together, until it ends. Holds no connection. */
export interface Lease {
  end(): Promise<void>;
}

/**
 * Takes a lease and keeps it until its end.
 * @param names what is leased; of several, one that is free
 * @returns null when others hold all of them.
 */
export async function takeLease(names: readonly string[]): Promise<Lease | null> {
  const holder = randomUUID();
  const key = await take(names, holder);
  if (!key) return null;
  const beat = () =>
    extend(key, holder).catch((error: unknown) =>
      log().warn({ error }, "a lease was not extended"),
    );
  const timer = setInterval(beat, HEARTBEAT_MS);
  timer.unref();
  return {
    async end() {
      clearInterval(timer);
      await executePrepared(
        "jobs",
        Prisma.sql`DELETE FROM leases WHERE key = ${key} AND holder = ${holder}::uuid`,
      );
    },
  };
}

/** Runs `work` under a lease. @returns null when another holder has it: then `work` did not run. */
export async function withLease<T>(
  name: string,
  work: () => Promise<T>,
): Promise<{ result: T } | null> {
  const lease = await takeLease([name]);
  if (!lease) return null;
  try {
    return { result: await work() };
  } finally {
    await lease.end();
  }
}

type Key = Uint8Array<ArrayBuffer>;

/** Where a lease is stored. Hashed, so that the table does not reveal companies and their accounts. */
function leaseKey(name: string): Key {
  return keyedHash(name, "leases");
}

async function take(names: readonly string[], holder: string): Promise<Key | null> {
  const keys = names.map((name) => Buffer.from(leaseKey(name)).toString("hex"));
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const [found] = await executePrepared<{ wanted: Key | null; taken: Key | null }>(
      "jobs",
      Prisma.sql`WITH wanted AS MATERIALIZED (
          SELECT w.key FROM (SELECT decode(hex, 'hex') AS key FROM unnest(${keys}::text[]) AS hex) AS w
          WHERE NOT EXISTS (SELECT FROM leases held WHERE held.key = w.key AND held.expires_at > now())
          ORDER BY random() LIMIT 1
        ), taken AS (
          INSERT INTO leases AS l (key, holder, expires_at)
          SELECT key, ${holder}::uuid, now() + make_interval(secs => ${LEASE_SECONDS}::float8) FROM wanted
          ON CONFLICT (key) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
            WHERE l.expires_at <= now()
          RETURNING l.key
        )
        SELECT (SELECT key FROM wanted) AS wanted, (SELECT key FROM taken) AS taken`,
    );
    if (found?.taken) return found.taken;
    if (!found?.wanted) return null;
  }
  return null;
}

/** One that has ended stays ended: another holder may have done the work since. */
async function extend(key: Key, holder: string): Promise<void> {
  await executePrepared(
    "jobs",
    Prisma.sql`UPDATE leases SET expires_at = now() + make_interval(secs => ${LEASE_SECONDS}::float8)
      WHERE key = ${key} AND holder = ${holder}::uuid AND expires_at > now()`,
  );
}
