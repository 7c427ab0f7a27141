import { db } from "@/server/platform/db";
import {
  countAttempt,
  hard,
  type Limit,
  networkOf,
  type ThrottleKey,
  throttleKey,
} from "@/server/platform/rate-limit";
import { isKnownAddress } from "./find-account";

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
  await countAttempt(db("accounts"), address, policy.address);
  const name = (await isKnownAddress(account, ipAddress))
    ? keyOf(action, "owner", ownerName(account, ipAddress))
    : keyOf(action, "account", account);
  await countAttempt(db("accounts"), name, policy.account);
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

interface Policy {
  /** Per account name as entered, whether or not the account exists: slows down, never locks. */
  account: Limit;
  /** Per network address: refuses at the limit until the window ends. */
  address: Limit;
  /** Whether successful tries count too, because each sends a mail or writes a row. */
  successCounts: boolean;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** About a hundred guesses a day per account, from all addresses together. */
const guesses: Limit = {
  tries: 5,
  windowSeconds: DAY,
  firstWaitSeconds: 2,
  longestWaitSeconds: 15 * MINUTE,
};

/** The reasons are in docs/throttling.md. */
export const THROTTLE_POLICY = {
  login: { account: guesses, address: hard(50, 15 * MINUTE), successCounts: false },
  "sign-up": {
    account: { tries: 5, windowSeconds: HOUR, firstWaitSeconds: 2, longestWaitSeconds: MINUTE },
    address: hard(100, HOUR),
    successCounts: true,
  },
  "send-otp": {
    account: {
      tries: 3,
      windowSeconds: DAY,
      firstWaitSeconds: MINUTE,
      longestWaitSeconds: 30 * MINUTE,
    },
    address: hard(20, HOUR),
    successCounts: true,
  },
  // In addition to the five tries per code.
  "verify-otp": {
    account: {
      tries: 10,
      windowSeconds: DAY,
      firstWaitSeconds: 2,
      longestWaitSeconds: 15 * MINUTE,
    },
    address: hard(50, 15 * MINUTE),
    successCounts: false,
  },
  // The grant cannot be guessed; the limit only saves processor time.
  "reset-password": {
    account: {
      tries: 10,
      windowSeconds: HOUR,
      firstWaitSeconds: 2,
      longestWaitSeconds: MINUTE,
    },
    address: hard(50, 15 * MINUTE),
    successCounts: false,
  },
  // Each success mails an address that may be unverified.
  "change-email": {
    account: {
      tries: 5,
      windowSeconds: DAY,
      firstWaitSeconds: MINUTE,
      longestWaitSeconds: 30 * MINUTE,
    },
    address: hard(50, HOUR),
    successCounts: true,
  },
  // A million authenticator codes exist, of which three are valid at any moment.
  "two-factor": { account: guesses, address: hard(50, 15 * MINUTE), successCounts: false },
  "change-password": { account: guesses, address: hard(50, 15 * MINUTE), successCounts: false },
  // After the right one was entered: each change mails the account's address, which may be unverified.
  "set-password": {
    account: {
      tries: 5,
      windowSeconds: DAY,
      firstWaitSeconds: MINUTE,
      longestWaitSeconds: 30 * MINUTE,
    },
    address: hard(50, HOUR),
    successCounts: true,
  },
} satisfies Record<string, Policy>;

type ThrottledAction = keyof typeof THROTTLE_POLICY;
