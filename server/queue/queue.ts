import PgBoss from "pg-boss";
import { getEnv } from "@/server/platform/env";
import { log } from "@/server/platform/logger";
import { singleton } from "@/server/platform/singleton";
import { startQueue } from "./queue-schema";

interface Kept {
  queue?: Promise<PgBoss>;
  /** A job that outlives the stop must not reopen it: the process would never end. */
  isStopped?: boolean;
}

const kept = singleton("queue", (): Kept => ({}));

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
 * The job queue, in the product's own PostgreSQL. Started on first use.
 * @throws Error after it was stopped.
 */
export function getQueue(): Promise<PgBoss> {
  if (kept.isStopped) return Promise.reject(new Error("The queue was stopped"));
  kept.queue ??= startQueue(make).catch((error: unknown) => {
    // The next caller tries again: a database that was away must not break the process for good.
    delete kept.queue;
    throw error;
  });
  return kept.queue;
}

/** For workers that start: reopens a stopped queue. */
export function openQueue(): Promise<PgBoss> {
  delete kept.isStopped;
  return getQueue();
}

/** Waits up to `timeoutMs` for running jobs and closes the queue. Until then they may enqueue. */
export async function stopQueue(timeoutMs: number): Promise<void> {
  const queue = await kept.queue;
  await queue?.stop({ graceful: true, wait: true, timeout: timeoutMs });
  kept.isStopped = true;
  delete kept.queue;
}
