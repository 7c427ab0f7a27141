import { limitOf, WORK_LIMITS, type WorkKind } from "@/lib/constants/work-limits";
import { counted } from "@/lib/counted";
import { delay } from "@/lib/delay";
import { inConnectionTurn } from "@/server/platform/company-queue";
import type { CompanyContext } from "@/server/platform/context";
import { RateLimitedError } from "@/server/platform/errors";
import { type Lease, takeLease } from "@/server/platform/leases";
import { countOwnAttempt, hard, throttleKey } from "@/server/platform/rate-limit";
import { singleton } from "@/server/platform/singleton";

/** How many of them one member may have at once: a slow client keeps a download going for long. */
const OF_A_MEMBER: Partial<Record<WorkKind, number>> = { export: 2 };

const BUSY_SECONDS = 5;

/**
 * Counts a request as expensive work of its company. The caller ends the lease with the work; that of a lost process
 * expires.
 * @throws RateLimitedError when the company has begun too much within a minute, or it or the member has too much under way.
 */
export async function beginWork(ctx: CompanyContext, kind: WorkKind): Promise<Lease> {
  const inTurn = <T>(work: () => Promise<T>) => inConnectionTurn("reader", ctx.companyId, work);
  const lease = await inTurn(() => takePlace(ctx, kind));
  return { end: () => inTurn(() => lease.end()) };
}

async function takePlace(ctx: CompanyContext, kind: WorkKind): Promise<Lease> {
  const { companyId, apiToken } = ctx;
  const { perMinute, atOnce } = limitOf(kind, apiToken !== undefined);
  if (apiToken !== undefined) {
    const apiTokensInWords = throttleKey(`work ${kind}`, "tokens", companyId);
    const refusal = "Your company's API tokens have asked for this too often within a minute.";
    await countOwnAttempt(apiTokensInWords, hard(perMinute, 60), refusal);
  }
  const key = throttleKey(`work ${kind}`, "company", companyId);
  const refusal = "Your company has asked for this too often within a minute.";
  await countOwnAttempt(key, hard(WORK_LIMITS[kind].perMinute, 60), refusal);
  const own = await takeOwnPlace(ctx, kind);
  // Tokens take the first places alone.
  const place = await takeLease(placesOf(`work ${kind} ${companyId}`, atOnce));
  if (!place) {
    await own?.end();
    throw tooManyAtOnce("Your company has", atOnce);
  }
  const end = async () => {
    await own?.end();
    await place.end();
  };
  return { end };
}

/** One of the places that the member may have of the company's; null where they may have them all. */
async function takeOwnPlace(
  { companyId, userId, apiToken }: CompanyContext,
  kind: WorkKind,
): Promise<Lease | null> {
  const most = OF_A_MEMBER[kind];
  if (most === undefined || userId === null || apiToken !== undefined) return null;
  const place = await takeLease(placesOf(`work ${kind} ${companyId} of ${userId}`, most));
  if (place) return place;
  throw tooManyAtOnce("You have", most);
}

function placesOf(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${name} ${at}`);
}

function tooManyAtOnce(whose: string, count: number): RateLimitedError {
  return new RateLimitedError(
    `${whose} ${counted(count, "request")} of this kind under way. Try again in a few seconds.`,
    { retryAfterSeconds: BUSY_SECONDS },
  );
}

/** Between two refusals of one company. A single one, or the first of many, is sent at once. */
const APART_MS = 50;
/** No client waits longer to be told that it has to wait. */
const LONGEST_MS = 1_000;
const MAX_COMPANIES = 1_000;

/** When a company's next refusal may be sent, by its id. */
const due = singleton("paced refusals", () => new Map<string, number>());

/**
 * Waits until the company's next refusal may be sent. A client that repeats each refused request at once asks that much
 * less often: answering them is what takes processor time from other companies. Holds no database connection.
 */
export async function paceRefusal(companyId: string): Promise<void> {
  const wait = nextRefusal(due, companyId, performance.now());
  if (wait > 0) await delay(wait);
}

/** Takes the company's next place. @returns the milliseconds until then */
export function nextRefusal(places: Map<string, number>, companyId: string, now: number): number {
  const at = Math.min(Math.max(now, places.get(companyId) ?? now), now + LONGEST_MS);
  places.delete(companyId);
  if (places.size >= MAX_COMPANIES) dropOver(places, now);
  places.set(companyId, at + APART_MS);
  return at - now;
}

function dropOver(places: Map<string, number>, now: number): void {
  for (const [companyId, at] of places) if (at <= now) places.delete(companyId);
}
