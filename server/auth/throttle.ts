import { isKnownAddress } from "@/server/auth/known-addresses";
import { networkOf } from "@/server/auth/network-of";
import { type Limit, THROTTLE_POLICY, type ThrottledAction } from "@/server/auth/throttle-policy";
import { keyedHash } from "@/server/platform/crypto/keyed-hash";
import { db } from "@/server/platform/db";
import { RateLimitedError } from "@/server/platform/errors";

type Key = Uint8Array<ArrayBuffer>;

interface Caller {
  /** The account name as the caller entered it, in lower case. */
  account: string;
  ipAddress: string;
}

/**
 * Runs `attempt` unless the caller's network address or the account has had too many tries. Each try is
 * counted before it runs, so concurrent tries cannot exceed the limit. When it succeeds (does not throw),
 * it and the account's earlier tries are cleared, unless the policy counts successes too.
 * @throws RateLimitedError with the seconds to wait. A refusal counts for the address alone.
 */
export async function throttled<T>(
  action: ThrottledAction,
  { account, ipAddress }: Caller,
  attempt: () => Promise<T>,
): Promise<T> {
  const policy = THROTTLE_POLICY[action];
  const address = keyOf(action, "address", networkOf(ipAddress));
  await takeTurn(address, policy.address);
  const name = (await isKnownAddress(account, ipAddress))
    ? keyOf(action, "owner", ownerName(account, ipAddress))
    : keyOf(action, "account", account);
  await takeTurn(name, policy.account);
  const result = await attempt();
  if (!policy.successCounts) {
    await forget([name]);
    await giveBack(address);
  }
  return result;
}

/** Clears earlier tries after the owner has signed in. `accounts` are all names of the account. */
export async function forgetTries(
  actions: ThrottledAction[],
  { accounts, ipAddress }: { accounts: string[]; ipAddress: string },
): Promise<void> {
  const keys = actions.flatMap((action) =>
    accounts.flatMap((account) => [
      keyOf(action, "account", account),
      keyOf(action, "owner", ownerName(account, ipAddress)),
    ]),
  );
  await forget(keys);
}

function ownerName(account: string, ipAddress: string): string {
  return `${networkOf(ipAddress)} ${account}`;
}

function keyOf(action: ThrottledAction, kind: "account" | "owner" | "address", name: string): Key {
  return keyedHash(`${action} ${kind} ${name}`, "throttle");
}

/** Counts and decides in one statement: concurrent tries queue up at the row. */
async function takeTurn(key: Key, limit: Limit): Promise<void> {
  const { tries, windowSeconds, firstWaitSeconds, longestWaitSeconds } = limit;
  const [row] = await db("accounts").$queryRaw<{ taken: boolean; wait: number | null }[]>`
    WITH taken AS (
      INSERT INTO throttles AS t (key, hits, free_at, expires_at)
      VALUES (${key}, 1, to_timestamp(0), now() + make_interval(secs => ${windowSeconds}))
      ON CONFLICT (key) DO UPDATE SET
        hits = CASE WHEN t.expires_at <= now() THEN 1 ELSE t.hits + 1 END,
        expires_at = CASE WHEN t.expires_at <= now() THEN excluded.expires_at ELSE t.expires_at END,
        free_at = CASE
          WHEN t.expires_at <= now() OR t.hits + 1 < ${tries}::int THEN to_timestamp(0)
          ELSE least(t.expires_at, now() + make_interval(secs => least(
            ${longestWaitSeconds}::float8,
            ${firstWaitSeconds}::float8 * 2 ^ least(t.hits + 1 - ${tries}::int, 30))))
        END
      WHERE t.free_at <= now() OR t.expires_at <= now()
      RETURNING 1
    )
    SELECT EXISTS (SELECT 1 FROM taken) AS taken,
      (SELECT ceil(extract(epoch FROM free_at - now()))::float8 FROM throttles
        WHERE key = ${key}) AS wait`;
  if (row?.taken) return;
  // A concurrent try may have set the wait after this statement started.
  const seconds = Math.max(1, row?.wait ?? 1);
  throw new RateLimitedError(`Too many attempts. Please try again in ${inWords(seconds)}.`, {
    retryAfterSeconds: seconds,
  });
}

async function forget(keys: Key[]): Promise<void> {
  await db("accounts").throttle.deleteMany({ where: { key: { in: keys } } });
}

/** A success only uncounts itself for the address: a guesser may have an account of their own. */
async function giveBack(key: Key): Promise<void> {
  await db("accounts").$executeRaw`
    UPDATE throttles SET hits = greatest(hits - 1, 0), free_at = to_timestamp(0) WHERE key = ${key}`;
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
