import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import PgBoss from "pg-boss";
import { QUEUE_NAMES } from "./definitions";

/**
 * Errors of two processes creating the schema at once: deadlock, or an object that the other one has just
 * created.
 */
const COLLISIONS: ReadonlySet<unknown> = new Set(["40P01", "23505", "42P07", "42710"]);
const MAX_COLLISIONS = 10;
/** Creating a queue deadlocks with each other that is created meanwhile: the other process finishes all of its own first. */
const COLLISION_PAUSE_MS = 1_000;

/**
 * Creates or upgrades the queue's schema through the caller's connection, so that web processes need not
 * wait for a worker. Safe to repeat and to run concurrently.
 * @throws the database's error, as when its user may not create a schema.
 */
export async function makeQueueSchema(client: pg.Client): Promise<void> {
  const db = { executeSql: (sql: string, values?: unknown[]) => run(client, sql, values) };
  const trouble: unknown[] = [];
  const queue = await startQueue(() => {
    const made = new PgBoss({ db, supervise: false, schedule: false });
    return made.on("error", (error) => trouble.push(error));
  });
  await queue.stop({ graceful: false });
  if (trouble.length > 0) throw trouble[0];
}

/** The queue's scripts open their own transactions: a failed one must not leave the connection in it. */
async function run(client: pg.Client, sql: string, values?: unknown[]): Promise<pg.QueryResult> {
  try {
    return await client.query(sql, values);
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/**
 * Starts a queue with its schema and the queues of all jobs. Processes that start together on a fresh
 * database may collide; the retry finds what the other one created.
 */
export async function startQueue(make: () => PgBoss): Promise<PgBoss> {
  for (let attempt = 1; ; attempt += 1) {
    const queue = make();
    try {
      await queue.start();
      await createQueues(queue);
      return queue;
    } catch (error) {
      await queue.stop({ graceful: false });
      if (!isCollision(error) || attempt === MAX_COLLISIONS) throw error;
      await sleep(COLLISION_PAUSE_MS);
    }
  }
}

/** The queue of dead letters comes first: the jobs refer to it. */
async function createQueues(queue: PgBoss): Promise<void> {
  const known = new Set((await queue.getQueues()).map(({ name }) => name));
  for (const name of QUEUE_NAMES) {
    if (!known.has(name)) await queue.createQueue(name, { name, policy: "short" });
  }
}

function isCollision(error: unknown): boolean {
  return error instanceof Error && "code" in error && COLLISIONS.has(error.code);
}
