import { log } from "@/server/logger";
import { type JobData, type JobName, singletonKey } from "./definitions";
import { getQueue } from "./queue";

/**
 * Tells the workers that there is something to do, after the transaction that wrote what. When that
 * fails nothing is lost: the rows say it too, and the sweep finds them within seconds.
 */
export async function enqueue<N extends JobName>(name: N, data: JobData<N>): Promise<void> {
  try {
    const queue = await getQueue();
    // The rows keep count of attempts; the queue must not repeat a job on its own.
    await queue.send(name, data, {
      singletonKey: singletonKey(name, data),
      retryLimit: 0,
      expireInMinutes: 60,
      retentionDays: 1,
    });
  } catch (error) {
    log().warn({ job: name, error }, "job not enqueued; the sweep will find it");
  }
}
