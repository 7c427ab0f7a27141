import PgBoss from "pg-boss";
import { log } from "@/server/platform/logger";
import { singleton } from "@/server/platform/singleton";
import { QueueConnections } from "./queue-connections";
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
