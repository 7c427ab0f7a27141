import { delay } from "@/lib/delay";
import { singleton } from "./singleton";

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
