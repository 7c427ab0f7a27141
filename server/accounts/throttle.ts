import { Prisma, type User } from "@/generated/prisma/client";
import type { RequestContext, SessionContext } from "@/server/platform/context";
import { executePrepared, queryPrepared } from "@/server/platform/prepared-queries";
import {
  demandTaken,
  networkOf,
  type ThrottleKey,
  taking,
  throttleKey,
  waitFor,
} from "@/server/platform/rate-limit";
import { deviceEntries, isDeviceOf } from "./device-cookies";
import { knownAddress, nameOfAccount } from "./find-account";
import { type Policy, THROTTLE_POLICY } from "./throttle-policy";

type ThrottledAction = keyof typeof THROTTLE_POLICY;

interface Caller {
  /** The name as the caller entered it, in lower case; or the id of an account, where a first step has proved it. */
  account: string | number;
  request: Pick<RequestContext, "ipAddress" | "cookies">;
}

/**
 * Runs `attempt` unless there have been too many tries: in this browser, if it has signed in to the account before;
 * else from this network address, if the owner has; else by all strangers at the account or from this address. Each
 * try is counted before it runs, so concurrent tries cannot exceed the limit. When it succeeds (does not throw),
 * it and the account's earlier tries are cleared, unless the policy counts successes too.
 * @throws RateLimitedError with the seconds to wait. What is refused counts nowhere.
 */
export async function throttled<T>(
  action: ThrottledAction,
  { account, request }: Caller,
  attempt: () => Promise<T>,
): Promise<T> {
  const policy: Policy = THROTTLE_POLICY[action];
  const name = nameOfAccount(account);
  const network = networkOf(request.ipAddress);
  const { device, isKnown } = await standing(policy, { account, request });
  const budgets = [
    ...(device ? browserBudgets(action, policy, device) : []),
    atAddress(action, policy, { name, network, isKnown }),
  ];
  return count(budgets, policy, attempt);
}

/**
 * The same for an account that is signed in: its session has tries of its own, then the account. The network address
 * does not matter.
 * @throws RateLimitedError.
 */
export function throttledInSession<T>(
  action: ThrottledAction,
  { userId, sessionId }: Pick<SessionContext, "userId" | "sessionId">,
  attempt: () => Promise<T>,
): Promise<T> {
  const policy: Policy = THROTTLE_POLICY[action];
  const budgets = [
    ...browserBudgets(action, policy, { id: sessionId, userId }),
    single(keyOf(action, "account", nameOfAccount(userId)), policy),
  ];
  return count(budgets, policy, attempt);
}

/** Clears earlier tries after the owner has signed in. `accounts` are all names of the account. */
export async function forgetTries(
  actions: ThrottledAction[],
  { accounts, request }: { accounts: string[]; request: Pick<RequestContext, "ipAddress"> },
): Promise<void> {
  const keys = actions.flatMap((action) =>
    accounts.flatMap((account) => [
      keyOf(action, "account", account),
      keyOf(action, "owner", `${networkOf(request.ipAddress)} ${account}`),
    ]),
  );
  await executePrepared("accounts", forgetting(keys));
}

/** Whom a try is counted for. */
interface Budget {
  /** Counts a try. */
  take: Prisma.Sql;
  /** Uncounts it after a success. */
  release: Prisma.Sql;
}

interface Taken {
  taken: boolean;
  /** Not before its window ends: another budget counts. */
  usedUp: boolean;
  /** Seconds. */
  wait: number | null;
}

async function count<T>(
  budgets: Budget[],
  { successCounts }: Policy,
  attempt: () => Promise<T>,
): Promise<T> {
  const budget = await takeFirst(budgets);
  const result = await attempt();
  if (budget && !successCounts) await executePrepared("accounts", budget.release);
  return result;
}

/** @throws RateLimitedError. */
async function takeFirst(budgets: Budget[]): Promise<Budget | undefined> {
  for (const budget of budgets) {
    const [turn] = await executePrepared<Taken>("accounts", budget.take);
    if (turn?.usedUp) continue;
    demandTaken(turn);
    return budget;
  }
  return undefined;
}

/** A browser or session that has proved to belong to the account. */
interface Device {
  id: string;
  userId: number;
}

/** Its own tries, and those of all browsers of the account together, in case cookies were stolen. */
function browserBudgets(
  action: ThrottledAction,
  { browser }: Policy,
  { id, userId }: Device,
): Budget[] {
  if (!browser) return [];
  const own = keyOf(action, "browser", `${userId} ${id}`);
  const together = keyOf(action, "browsers", String(userId));
  const take = Prisma.sql`
    WITH own AS (${taking(own, browser.own)}),
      together AS (${taking(together, browser.together, { from: Prisma.sql`own` })})
    SELECT EXISTS (SELECT 1 FROM together) AS taken,
      NOT EXISTS (SELECT 1 FROM together) AND EXISTS (SELECT 1 FROM throttles
        WHERE expires_at > now() AND (key = ${own} AND hits >= ${browser.own.most}::int
          OR key = ${together} AND hits >= ${browser.together.most}::int)) AS "usedUp",
      ${waitFor([own])} AS wait`;
  const release = Prisma.sql`
    WITH own AS (DELETE FROM throttles WHERE key = ${own} RETURNING hits)
    UPDATE throttles t SET hits = greatest(t.hits - own.hits, 0) FROM own WHERE t.key = ${together}`;
  return [{ take, release }];
}

function single(key: ThrottleKey, { account }: Policy): Budget {
  const take = Prisma.sql`
    WITH taken AS (${taking(key, account)})
    SELECT EXISTS (SELECT 1 FROM taken) AS taken, false AS "usedUp", ${waitFor([key])} AS wait`;
  return { take, release: forgetting([key]) };
}

/** What never waits. */
const UNLIMITED = { tries: 1_000_000, firstWaitSeconds: 1, longestWaitSeconds: 1 };

/**
 * Tries at a name, and what they cost the address: nothing where the name is known, which has tries of its own there.
 * Both are the same statements, as much work for a stranger as for the owner. Rows are locked in this order everywhere:
 * name, name at the address, address.
 */
function atAddress(
  action: ThrottledAction,
  policy: Policy,
  { name, network, isKnown }: { name: string; network: string; isKnown: boolean },
): Budget {
  const here = `${network} ${name}`;
  const key = isKnown ? keyOf(action, "owner", here) : keyOf(action, "account", name);
  if (!policy.address) return single(key, policy);
  const { windowSeconds } = policy.address;
  const endless = { ...UNLIMITED, windowSeconds };
  const limit = isKnown ? endless : policy.address;
  const address = isKnown ? keyOf(action, "at home", here) : keyOf(action, "address", network);
  const pair = keyOf(action, "name", here);
  const ready = Prisma.sql`(SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM throttles
    WHERE key = ${address} AND free_at > now() AND expires_at > now())) AS ready`;
  const take = Prisma.sql`
    WITH name AS (${taking(key, policy.account, { from: ready })}),
      pair AS (${taking(pair, endless, { from: Prisma.sql`name` })}),
      address AS (${taking(address, limit, {
        points: Prisma.sql`CASE WHEN pair.hits = 1 THEN 2 ELSE 1 END`,
        from: Prisma.sql`pair`,
      })})
    SELECT EXISTS (SELECT 1 FROM address) AS taken, false AS "usedUp",
      ${waitFor([key, address])} AS wait`;
  // Only what this name has cost: a guesser may have an account of their own.
  const release = Prisma.sql`
    WITH name AS (DELETE FROM throttles WHERE key = ${key} RETURNING 1),
      pair AS (DELETE FROM throttles WHERE key = ${pair} AND (SELECT count(*) FROM name) >= 0
        RETURNING hits)
    UPDATE throttles t SET hits = greatest(t.hits - pair.hits - 1, 0),
      free_at = CASE WHEN t.hits - pair.hits - 1 < ${limit.tries}::int
        THEN to_timestamp(0) ELSE t.free_at END
    FROM pair WHERE t.key = ${address}`;
  return { take, release };
}

function forgetting(keys: ThrottleKey[]): Prisma.Sql {
  return Prisma.sql`DELETE FROM throttles WHERE key IN (${Prisma.join(keys)})`;
}

interface Standing {
  /** The browser, if it has signed in to the account. */
  device?: Device;
  /** Whether the account's owner has signed in from this address. */
  isKnown: boolean;
}

/** In one statement, which is the same whether or not the account exists. */
async function standing({ browser }: Policy, { account, request }: Caller): Promise<Standing> {
  if (!browser) return { isKnown: false };
  const entries = deviceEntries(request.cookies);
  const isAccount =
    typeof account === "number"
      ? Prisma.sql`u.id = ${account}::int`
      : Prisma.sql`(u.username_key = ${account}::text OR u.email_key = ${account}::text)`;
  const [rows] = await queryPrepared<[StandingRow]>(
    "accounts",
    Prisma.sql`
      SELECT ${knownAddress(nameOfAccount(account), request.ipAddress)} AS "isKnown",
        u.id, u.password_hash AS "passwordHash"
      FROM (SELECT 1) AS once LEFT JOIN users u
        ON u.id = ANY(${entries.map(({ userId }) => userId)}::int[]) AND ${isAccount}`,
  );
  const [first] = rows;
  for (const { id, passwordHash } of rows) {
    if (id === null) continue;
    const entry = entries.find((each) => isDeviceOf({ id, passwordHash }, each));
    if (entry) return { device: entry, isKnown: first?.isKnown === true };
  }
  return { isKnown: first?.isKnown === true };
}

interface StandingRow extends Pick<User, "passwordHash"> {
  isKnown: boolean;
  /** Of the account that the browser has a cookie of. */
  id: number | null;
}

function keyOf(
  action: ThrottledAction,
  kind: "browser" | "browsers" | "owner" | "account" | "name" | "at home" | "address",
  name: string,
): ThrottleKey {
  return throttleKey(action, kind, name);
}
