import { Prisma } from "@/generated/prisma/client";

const TRIES = 5;

/**
 * Runs a transaction, and runs it again if PostgreSQL aborts it to resolve a deadlock, which rolls it back.
 * @param work must change nothing but the database
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

/** Whether PostgreSQL aborted the transaction because of a deadlock. */
function isDeadlock(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  return error.code === "P2034" || JSON.stringify(error.meta ?? {}).includes('"40P01"');
}
