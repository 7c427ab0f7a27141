import type pg from "pg";
import PgBoss from "pg-boss";
import { JOB_NAMES, type JobName } from "./definitions";

const MOST_DEADLOCKS = 10;

/**
 * Makes the queue's schema through a connection of the caller's, or brings it to this program's version, so
 * that nobody has to wait for a first worker. Safe to repeat, and beside processes that do the same.
 * @throws whatever the database says, as when its user may not make a schema.
 */
export async function makeQueueSchema(client: pg.Client): Promise<void> {
  const db = { executeSql: (sql: string, values?: unknown[]) => run(client, sql, values) };
  const queue = new PgBoss({ db, supervise: false, schedule: false });
  const trouble: unknown[] = [];
  queue.on("error", (error) => trouble.push(error));
  await queue.start();
  try {
    await createQueues(queue);
  } finally {
    await queue.stop({ graceful: false });
  }
  if (trouble.length > 0) throw trouble[0];
}

/** Its scripts begin transactions of their own; one that failed must not keep the connection in it. */
async function run(client: pg.Client, sql: string, values?: unknown[]): Promise<pg.QueryResult> {
  try {
    return await client.query(sql, values);
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/** Makes the queues of all jobs that are not there yet. */
export async function createQueues(queue: PgBoss): Promise<void> {
  const known = new Set((await queue.getQueues()).map(({ name }) => name));
  for (const name of JOB_NAMES) if (!known.has(name)) await createQueue(queue, name);
}

/**
 * Processes that start together on a fresh database wait for each other here in a circle, until PostgreSQL
 * ends one of them. What the others made by then is found the next time.
 */
async function createQueue(queue: PgBoss, name: JobName): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await queue.createQueue(name, { name, policy: "short" });
    } catch (error) {
      const isDeadlock = error instanceof Error && "code" in error && error.code === "40P01";
      if (!isDeadlock || attempt >= MOST_DEADLOCKS) throw error;
    }
  }
}
