import { keyedHash } from "@/server/platform/crypto/keyed-hash";
import { db } from "@/server/platform/db";
import { networkOf } from "@/server/platform/network-of";

const KNOWN_FOR_DAYS = 90;

function keyOf(account: string, ipAddress: string): Uint8Array<ArrayBuffer> {
  return keyedHash(`${networkOf(ipAddress)} ${account}`, "known-address");
}

/** Whether the account's owner recently signed in from this address: such tries are counted separately. */
export async function isKnownAddress(account: string, ipAddress: string): Promise<boolean> {
  const rows = await db("accounts").$queryRaw<unknown[]>`
    SELECT 1 FROM known_addresses WHERE key = ${keyOf(account, ipAddress)} AND expires_at > now()`;
  return rows.length > 0;
}

/** Records the address of an owner who has just signed in. `accounts` are all names of the account. */
export async function rememberAddress(accounts: string[], ipAddress: string): Promise<void> {
  for (const account of accounts) {
    await db("accounts").$executeRaw`
      INSERT INTO known_addresses AS known (key, expires_at)
      VALUES (${keyOf(account, ipAddress)}, now() + make_interval(days => ${KNOWN_FOR_DAYS}))
      ON CONFLICT (key) DO UPDATE SET expires_at = excluded.expires_at`;
  }
}
