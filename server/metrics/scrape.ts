import { createHash, timingSafeEqual } from "node:crypto";
import { openPools } from "@/server/db";
import { getEnv } from "@/server/env";
import { type Metrics, metrics } from "./metrics";
import { setRowGauges } from "./read-rows-state";

/** An answer in Prometheus' text format, or why there is none. */
export type Scrape =
  | { status: 200; type: string; text: string }
  | { status: 401 | 404; type: "text/plain; charset=utf-8"; text: string };

/**
 * The numbers of this process and of the rows, for whoever has METRICS_TOKEN as bearer token: 401 without
 * it, and 404 where none is set.
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

/** Compared by digest: the time it takes tells nothing about the token, nor about its length. */
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
