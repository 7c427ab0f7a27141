import { lasting } from "@/server/platform/clock";
import { log } from "@/server/platform/logger";
import { type JobData, type JobName, RETRIES, singletonKey } from "./definitions";
import { getQueue, takenKeys, wakePollers } from "./queue";

/**
 * Notifies the workers of work, after the transaction that wrote it. When that fails nothing is lost: the
 * rows hold the work, and the sweep finds them within seconds.
 */
export async function enqueue<N extends JobName>(name: N, data: JobData<N>): Promise<void> {
  try {
    const queue = await getQueue();
    const key = singletonKey(name, data);
    // The dead letter of a job carries nothing but its data.
    await queue.send(
      name,
      { ...data, job: name, key },
      {
        ...RETRIES,
        retryDelay: Math.ceil(lasting(RETRIES.retryDelay)),
        singletonKey: key,
        expireInMinutes: 60,
        retentionDays: 1,
      },
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
