import { Prisma } from "@/generated/prisma/client";
import { lasting } from "@/server/platform/clock";
import { log } from "@/server/platform/logger";
import { queryUnscoped } from "@/server/platform/prepared-queries";
import { DEAD_LETTERS, type JobData, type JobName, RETRIES, singletonKey } from "./definitions";
import { getQueue, takenKeys, wakePollers } from "./queue";

/** A job that runs for longer is given to another worker. */
const EXPIRE_SECONDS = 3_600;
/** One that nobody takes is dropped: the sweep finds its row. */
const KEPT_MS = 86_400_000;

/**
 * Notifies the workers of work, after the transaction that wrote it. When that fails nothing is lost: the
 * rows hold the work, and the sweep finds them within seconds.
 */
export async function enqueue<N extends JobName>(name: N, ...each: JobData<N>[]): Promise<void> {
  if (each.length === 0) return;
  try {
    const queue = await getQueue();
    const { deadLetter, retryLimit, retryBackoff, retryDelay } = RETRIES;
    await queue.insert(
      each.map((data) => {
        const key = singletonKey(name, data);
        return {
          name,
          // The dead letter of a job carries nothing but its data.
          data: { ...data, job: name, key },
          ...{ deadLetter, retryLimit, retryBackoff, retryDelay: Math.ceil(lasting(retryDelay)) },
          singletonKey: key,
          expireInSeconds: EXPIRE_SECONDS,
          keepUntil: new Date(Date.now() + KEPT_MS),
        };
      }),
    );
    wakePollers(queue, name);
  } catch (error) {
    log().warn({ job: name, error }, "job not enqueued; the sweep will find it");
  }
}

/** The same for the sweep, whose rows may be a moment old: not what this process' worker has taken meanwhile. */
export async function requeue<N extends JobName>(name: N, data: JobData<N>): Promise<void> {
  if (!takenKeys().includes(singletonKey(name, data))) await enqueue(name, data);
}

const UNDEFINED_TABLE = "42P01";

const KEYS = `
  SELECT singleton_key AS key FROM pgboss.job WHERE state = 'retry'
  UNION ALL
  SELECT data ->> 'key' FROM pgboss.job WHERE name = '${DEAD_LETTERS}' AND state < 'completed'`;

/** @returns the keys of jobs that the queue will retry, or whose dead letter is not handled yet. */
export async function keysBackingOff(): Promise<string[]> {
  const rows = await queryUnscoped<{ key: string | null }>(KEYS).catch((error: unknown) => {
    // The first worker makes the queue: before that, nothing can wait in it.
    if (error instanceof Error && "code" in error && error.code === UNDEFINED_TABLE) return [];
    throw error;
  });
  return rows.flatMap(({ key }) => key ?? []);
}

/**
 * In SQL: a job that the sweep may requeue. One that is backing off or has failed is left out row by row, so
 * that such rows never fill the sweep's limit.
 */
export function isRequeuable(
  job: JobName,
  backingOff: readonly string[],
  { companyId, rowId }: { companyId: Prisma.Sql; rowId?: Prisma.Sql },
): Prisma.Sql {
  const key = Prisma.sql`concat_ws(':', ${job}::text, ${companyId}, ${rowId ?? Prisma.sql`NULL`})`;
  return Prisma.sql`${key} <> ALL (${backingOff}::text[])
    AND NOT EXISTS (SELECT FROM job_failures f
      WHERE f.company_id = ${companyId} AND f.job = ${job}
        AND f.entity_id = ${rowId ?? companyId}::text)`;
}
