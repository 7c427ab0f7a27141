import type pg from "pg";
import { makeQueueSchema } from "@/server/queue/queue-schema";

const INSUFFICIENT_PRIVILEGE = "42501";

/**
 * Creates the job queue's schema, so that web processes are ready before any worker has run. Logs it
 * where the database user may not, or the queue belongs to another user: the product's own user creates
 * it then.
 */
export async function keepQueue(client: pg.Client, log: (line: string) => void): Promise<void> {
  try {
    await makeQueueSchema(client);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code !== INSUFFICIENT_PRIVILEGE) {
      throw new Error(`The job queue's schema could not be made: ${String(error)}.`, {
        cause: error,
      });
    }
    log(
      "The job queue's schema was left as it is, because this database user may not change it: the first worker makes it.",
    );
  }
}
