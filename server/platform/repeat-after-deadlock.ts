import { isDeadlock } from "./is-deadlock";

const TRIES = 5;

/**
 * Runs `work`, a transaction, again when PostgreSQL ended it because another one waited for what it holds and the other
 * way round: nothing of it was written, and the other one has gone on. It must not change anything but the database.
 */
export async function repeatAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left <= 1 || !isDeadlock(error)) throw error;
    }
  }
}
