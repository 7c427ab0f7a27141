import { setImmediate as continuations } from "node:timers/promises";
import pg from "pg";
import { getEnv } from "@/server/platform/env";
import { log } from "@/server/platform/logger";

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
