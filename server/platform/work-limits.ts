import type { WorkKind } from "@/lib/contracts/endpoint";
import type { CompanyContext } from "./context";
import { RateLimitedError } from "./errors";
import { type Lease, takeLease } from "./leases";
import { hard, takeOwnTurn, throttleKey } from "./take-turn";

interface WorkLimit {
  /** Requests that may begin within a minute. */
  perMinute: number;
  /** Requests that may be under way. */
  atOnce: number;
}

/**
 * Of each company, over all processes together. More than a person can ask for; the reasons are in
 * docs/throttling.md.
 */
export const WORK_LIMITS: Record<WorkKind, WorkLimit> = {
  match: { perMinute: 240, atOnce: 20 },
  undo: { perMinute: 120, atOnce: 20 },
  post: { perMinute: 120, atOnce: 10 },
  bulk: { perMinute: 60, atOnce: 5 },
  preview: { perMinute: 120, atOnce: 4 },
  export: { perMinute: 30, atOnce: 3 },
  sync: { perMinute: 60, atOnce: 10 },
};

const BUSY_SECONDS = 5;

/** Of each limit, API tokens have half: whatever a program asks for, the company's people can go on. */
const OF_TOKENS = 1 / 2;

/**
 * Counts a request as expensive work of its company. The caller ends the lease with the work; that of a lost process
 * ends by itself.
 * @throws RateLimitedError when the company has begun too much within a minute, or has too much under way.
 */
export async function beginWork(
  { companyId, apiToken }: CompanyContext,
  kind: WorkKind,
): Promise<Lease> {
  const { perMinute, atOnce } = limitOf(kind, apiToken !== undefined);
  if (apiToken !== undefined) {
    const own = throttleKey(`work ${kind}`, "tokens", companyId);
    const refusal = "Your company's API tokens have asked for this too often within a minute.";
    await takeOwnTurn(own, hard(perMinute, 60), refusal);
  }
  const key = throttleKey(`work ${kind}`, "company", companyId);
  const refusal = "Your company has asked for this too often within a minute.";
  await takeOwnTurn(key, hard(WORK_LIMITS[kind].perMinute, 60), refusal);
  // Tokens take the first places alone.
  const places = Array.from({ length: atOnce }, (_, at) => `work ${kind} ${companyId} ${at}`);
  const lease = await takeLease(places);
  if (lease) return lease;
  throw new RateLimitedError(
    `Your company has ${atOnce} requests of this kind under way. Try again in a few seconds.`,
    { retryAfterSeconds: BUSY_SECONDS },
  );
}

function limitOf(kind: WorkKind, isToken: boolean): WorkLimit {
  const { perMinute, atOnce } = WORK_LIMITS[kind];
  if (!isToken) return WORK_LIMITS[kind];
  return { perMinute: perMinute * OF_TOKENS, atOnce: Math.floor(atOnce * OF_TOKENS) };
}
