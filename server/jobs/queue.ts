import PgBoss from "pg-boss";
import { getEnv } from "@/server/env";
import { log } from "@/server/logger";
import { startQueue } from "./queue-schema";

// Development reloads modules; one connection to the queue must survive that.
const kept = globalThis as typeof globalThis & {
  depositMatcherQueue?: Promise<PgBoss>;
  /** A job that outlives the stop must not open it again: the process would never end. */
  depositMatcherQueueStopped?: boolean;
};

function make(): PgBoss {
  const queue = new PgBoss({
    connectionString: getEnv().DATABASE_URL,
    application_name: "deposit-matcher-queue",
    max: 4,
    schedule: false,
  });
  return queue.on("error", (error) => log().error({ error }, "job queue"));
}

/**
 * The job queue, in the product's own PostgreSQL. Started at first use.
 * @throws Error once it was stopped.
 */
export function getQueue(): Promise<PgBoss> {
  if (kept.depositMatcherQueueStopped) return Promise.reject(new Error("The queue was stopped"));
  kept.depositMatcherQueue ??= startQueue(make).catch((error: unknown) => {
    // The next caller tries again: a database that was away must not break the process for good.
    delete kept.depositMatcherQueue;
    throw error;
  });
  return kept.depositMatcherQueue;
}

/** For whoever begins to work on it: also after it was stopped. */
export function openQueue(): Promise<PgBoss> {
  delete kept.depositMatcherQueueStopped;
  return getQueue();
}

/** Lets running jobs end, at most `timeoutMs`, and closes the queue. Until then they may add to it. */
export async function stopQueue(timeoutMs: number): Promise<void> {
  const queue = await kept.depositMatcherQueue;
  await queue?.stop({ graceful: true, wait: true, timeout: timeoutMs });
  kept.depositMatcherQueueStopped = true;
  delete kept.depositMatcherQueue;
}
