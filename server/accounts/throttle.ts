import { isKnownAddress } from "./known-addresses";
import { THROTTLE_POLICY, type ThrottledAction } from "./throttle-policy";
import { db } from "@/server/platform/db";
import { networkOf } from "@/server/platform/network-of";
import { type ThrottleKey, takeTurn, throttleKey } from "@/server/platform/take-turn";

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
  await takeTurn(db("accounts"), address, policy.address);
  const name = (await isKnownAddress(account, ipAddress))
    ? keyOf(action, "owner", ownerName(account, ipAddress))
    : keyOf(action, "account", account);
  await takeTurn(db("accounts"), name, policy.account);
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

function keyOf(
  action: ThrottledAction,
  kind: "account" | "owner" | "address",
  name: string,
): ThrottleKey {
  return throttleKey(action, kind, name);
}

async function forget(keys: ThrottleKey[]): Promise<void> {
  await db("accounts").throttle.deleteMany({ where: { key: { in: keys } } });
}

/** A success only uncounts itself for the address: a guesser may have an account of their own. */
async function giveBack(key: ThrottleKey): Promise<void> {
  await db("accounts").$executeRaw`
    UPDATE throttles SET hits = greatest(hits - 1, 0), free_at = to_timestamp(0) WHERE key = ${key}`;
}
