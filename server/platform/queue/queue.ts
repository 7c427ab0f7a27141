import { setImmediate as continuations } from "node:timers/promises";
import pg from "pg";
import PgBoss from "pg-boss";
import { getEnv } from "@/server/platform/env";
import { log } from "@/server/platform/logger";
import { singleton } from "@/server/platform/singleton";
import { startQueue } from "./queue-schema";

interface Started {
  queue: PgBoss;
  connections: QueueConnections;
}

interface Kept {
  started?: Promise<Started>;
  /** A job that outlives the stop must not reopen it: the process would never end. */
  isStopped?: boolean;
  /** The pollers of this process' worker, by their queue. */
  pollers?: Map<string, string[]>;
  /** The keys of the jobs that this process' worker has taken. */
  taken?: Set<string>;
}

const kept = singleton("queue", (): Kept => ({}));

async function start(): Promise<Started> {
  const connections = new QueueConnections();
  const make = () => {
    const queue = new PgBoss({ db: connections, schedule: false });
    return queue.on("error", (error) => log().error({ error }, "job queue"));
  };
  try {
    return { queue: await startQueue(make), connections };
  } catch (error) {
    await connections.close();
    throw error;
  }
}

/**
 * The job queue, in the product's own PostgreSQL. Started on first use.
 * @throws Error after it was stopped.
 */
export async function getQueue(): Promise<PgBoss> {
  if (kept.isStopped) throw new Error("The queue was stopped");
  kept.started ??= start().catch((error: unknown) => {
    // The next caller tries again: a database that was away must not break the process for good.
    delete kept.started;
    throw error;
  });
  return (await kept.started).queue;
}

/** For workers that start: reopens a stopped queue. */
export function openQueue(): Promise<PgBoss> {
  delete kept.isStopped;
  return getQueue();
}

/** Remembers a poller of this process, to be woken by `wakePollers`. */
export function notePoller(name: string, id: string): void {
  kept.pollers ??= new Map();
  kept.pollers.set(name, [...(kept.pollers.get(name) ?? []), id]);
}

/** Lets this process' own worker look for a job now, in place of at its next poll. Other processes' poll. */
export function wakePollers(queue: PgBoss, name: string): void {
  for (const id of kept.pollers?.get(name) ?? []) queue.notifyWorker(id);
}

/** Runs jobs of this process' worker, whose keys `takenKeys` lists until then. */
export async function whileTaken<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
  kept.taken ??= new Set();
  const { taken } = kept;
  for (const key of keys) taken.add(key);
  try {
    return await work();
  } finally {
    for (const key of keys) taken.delete(key);
  }
}

/** @returns the keys of the jobs that this process' worker has taken and not yet completed or handed back. */
export function takenKeys(): string[] {
  return [...(kept.taken ?? [])];
}

/** Waits up to `timeoutMs` for running jobs and closes the queue. Until then they may enqueue. */
export async function stopQueue(timeoutMs: number): Promise<void> {
  const started = await kept.started;
  delete kept.pollers;
  await started?.queue.stop({ graceful: true, wait: true, timeout: timeoutMs });
  kept.isStopped = true;
  delete kept.started;
  await started?.connections.close();
}

/** In a result without rows pg-boss would look for a count, and reject a promise that nobody awaits. */
const NOTHING_DONE: pg.QueryResult["rows"][number] = undefined;

/**
 * The connections of the job queue. pg-boss could open its own, but its `stop` closes them while polls wait
 * for one of them or results are still being written: the results are lost, and such a poll never returns, so
 * that the process never ends.
 */
export class QueueConnections {
  readonly #pool = new pg.Pool({
    connectionString: getEnv().DATABASE_URL,
    application_name: "deposit-matcher-queue",
    max: 4,
  });
  readonly #running = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor() {
    this.#pool.on("error", (error) => log().error({ error }, "job queue"));
  }

  /**
   * @returns nothing after the close: a job that outlived it has been handed back by then.
   * @throws the database's error. A connection whose statement failed is not used again.
   */
  async executeSql(text: string, values?: unknown[]): Promise<Pick<pg.QueryResult, "rows">> {
    if (this.#isClosed) return NOTHING_DONE;
    const result = this.#pool.query(text, values);
    this.#running.add(result);
    const forget = () => this.#running.delete(result);
    result.then(forget, forget);
    return result;
  }

  /** Waits for every statement, including those that the queue still issues, then closes. */
  async close(): Promise<void> {
    while (this.#running.size > 0) {
      await Promise.allSettled(this.#running);
      await continuations();
    }
    this.#isClosed = true;
    await this.#pool.end();
  }
}
