import type pg from "pg";
import PgBoss from "pg-boss";
import { JOB_NAMES } from "./definitions";

/**
 * PostgreSQL ended one of those who waited for each other in a circle; or what was not there a moment ago,
 * and in a cached catalog still is not, is there: a row of the catalog, a table, a type.
 */
const COLLISIONS: ReadonlySet<unknown> = new Set(["40P01", "23505", "42P07", "42710"]);
const MOST_COLLISIONS = 10;

/**
 * Makes the queue's schema through a connection of the caller's, or brings it to this program's version, so
 * that nobody has to wait for a first worker. Safe to repeat, and beside processes that do the same.
 * @throws whatever the database says, as when its user may not make a schema.
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

/** Its scripts begin transactions of their own; one that failed must not keep the connection in it. */
async function run(client: pg.Client, sql: string, values?: unknown[]): Promise<pg.QueryResult> {
  try {
    return await client.query(sql, values);
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/**
 * Starts a queue, with its schema and the queues of all jobs. Processes that start together on a fresh
 * database may collide in what they make; what the others made by then is found the next time.
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
      if (!isCollision(error) || attempt === MOST_COLLISIONS) throw error;
    }
  }
}

async function createQueues(queue: PgBoss): Promise<void> {
  const known = new Set((await queue.getQueues()).map(({ name }) => name));
  for (const name of JOB_NAMES) {
    if (!known.has(name)) await queue.createQueue(name, { name, policy: "short" });
  }
}

function isCollision(error: unknown): boolean {
  return error instanceof Error && "code" in error && COLLISIONS.has(error.code);
}
