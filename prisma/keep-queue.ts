import type pg from "pg";
import { makeQueueSchema } from "@/server/platform/queue/queue-schema";
import { createGroup, isRefusal } from "./roles";

/** May use the job queue and read the migration history, which the product does outside any scope. */
export const QUEUE_ROLE = "deposit_matcher_queue";

const GRANTS = `
  GRANT USAGE ON SCHEMA public, pgboss TO ${QUEUE_ROLE};
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO ${QUEUE_ROLE};
  GRANT SELECT ON _prisma_migrations TO ${QUEUE_ROLE}`;

/**
 * Creates the job queue's schema, so that web processes are ready before any worker has run. Logs it
 * where the database user may not, or the queue belongs to another user: the product's own user creates
 * it then, unless it is a login that owns nothing.
 * @param mayProduct the product's user may create it.
 */
export async function keepQueue(
  client: pg.Client,
  { log, mayProduct }: { log: (line: string) => void; mayProduct: boolean },
): Promise<void> {
  try {
    await makeQueueSchema(client);
  } catch (error) {
    if (!isRefusal(error) || !mayProduct) {
      throw new Error(`The job queue's schema could not be made: ${String(error)}.`, {
        cause: error,
      });
    }
    log(
      "The job queue's schema was left as it is, because this database user may not change it: the first worker makes it.",
    );
    return;
  }
  await grant(client);
}

/** Without the role the product signs in as this very user, which owns the queue. */
async function grant(client: pg.Client): Promise<void> {
  try {
    await client.query(createGroup(QUEUE_ROLE));
    await client.query(GRANTS);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
