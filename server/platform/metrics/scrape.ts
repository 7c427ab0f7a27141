import { createHash, timingSafeEqual } from "node:crypto";
import { openPools } from "@/server/platform/db";
import { getEnv } from "@/server/platform/env";
import { type Metrics, metrics } from "./metrics";
import { setRowGauges } from "./read-rows-state";

/** The metrics in Prometheus' text format, or the refusal. */
export type Scrape =
  | { status: 200; type: string; text: string }
  | { status: 401 | 404; type: "text/plain; charset=utf-8"; text: string };

/**
 * The metrics of this process and of the rows, with METRICS_TOKEN as bearer token: 401 without it, 404 where
 * none is set.
 */
export async function scrape(authorization: string | null | undefined): Promise<Scrape> {
  const token = getEnv().METRICS_TOKEN;
  if (token === undefined) return refusal(404, "Not found\n");
  if (!isBearer(authorization ?? "", token)) return refusal(401, "A bearer token is needed\n");
  const numbers = metrics();
  setPoolGauges(numbers);
  await setRowGauges(numbers);
  const { registry } = numbers;
  return { status: 200, type: registry.contentType, text: await registry.metrics() };
}

/** Compared by digest: the time it takes reveals neither the token nor its length. */
function isBearer(authorization: string, token: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? "";
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

function refusal(status: 401 | 404, text: string): Scrape {
  return { status, type: "text/plain; charset=utf-8", text };
}

function setPoolGauges({ poolConnections, poolWaiting }: Metrics): void {
  for (const [pool, counts] of Object.entries(openPools())) {
    poolConnections.set({ pool, state: "idle" }, counts.idleCount);
    poolConnections.set({ pool, state: "busy" }, counts.totalCount - counts.idleCount);
    poolWaiting.set({ pool }, counts.waitingCount);
  }
}
