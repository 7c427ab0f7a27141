import { randomUUID } from "node:crypto";
import { log, withLogFields } from "@/server/logger";
import { observeJob, stopwatch } from "@/server/metrics/observe";
import { inSpan } from "@/server/telemetry/span";
import { JOB_NAMES, type JobData, type JobName, jobs } from "./definitions";
import { guarded } from "./guarded";
import { handleAutoMatch } from "./handlers/auto-match";
import { handleKeepAlive } from "./handlers/keep-alive";
import { handleMail } from "./handlers/mail";
import { handleMatchRun } from "./handlers/match-run";
import { handleNotificationMails } from "./handlers/notification-mails";
import { handlePost } from "./handlers/post";
import { handleSync } from "./handlers/sync";
import { handleWeeklySummary } from "./handlers/weekly-summary";
import { openQueue, stopQueue } from "./queue";
import { sweep } from "./sweep";

const SWEEP_EVERY_MS = 5_000;
const POLL_SECONDS = 0.5;
const STOP_WITHIN_MS = 20_000;

type Handlers = { [N in JobName]: (data: JobData<N>) => Promise<void> };

const handlers: Handlers = {
  sync: handleSync,
  "auto-match": handleAutoMatch,
  "match-run": handleMatchRun,
  post: handlePost,
  mail: handleMail,
  "notification-mails": handleNotificationMails,
  "weekly-summary": handleWeeklySummary,
  "keep-alive": handleKeepAlive,
};

/** How many jobs of a kind one poll takes, to run one after the other; and how many polls side by side. */
const PACE: Record<JobName, { batchSize: number; pollers: number }> = {
  sync: { batchSize: 1, pollers: 4 },
  "auto-match": { batchSize: 1, pollers: 2 },
  "match-run": { batchSize: 1, pollers: 2 },
  post: { batchSize: 10, pollers: 2 },
  mail: { batchSize: 1, pollers: 2 },
  "notification-mails": { batchSize: 10, pollers: 1 },
  "weekly-summary": { batchSize: 10, pollers: 1 },
  "keep-alive": { batchSize: 10, pollers: 1 },
};

/** What the queue hands over. */
interface Delivered {
  id: string;
  data: unknown;
}

export interface Worker {
  /** Lets running jobs end, then stops. What is not done by then is found by the next sweep. */
  stop(): Promise<void>;
}

/** Starts working on jobs in this process. */
export async function startWorker(): Promise<Worker> {
  const queue = await openQueue();
  async function work<N extends JobName>(name: N): Promise<void> {
    const { batchSize, pollers } = PACE[name];
    for (let poller = 0; poller < pollers; poller += 1) {
      await queue.work(name, { batchSize, pollingIntervalSeconds: POLL_SECONDS }, async (batch) => {
        for (const job of batch) await run(name, job);
      });
    }
  }
  for (const name of JOB_NAMES) await work(name);
  const sweeper = startSweeper();
  log().info("worker started");
  return {
    async stop() {
      // Side by side: a long round of the sweep must not keep this worker taking jobs.
      await Promise.all([sweeper.stop(), stopQueue(STOP_WITHIN_MS)]);
    },
  };
}

/** One job's failure is logged and stays its own: its rows say that it is not done. */
async function run<N extends JobName>(name: N, { id, data }: Delivered): Promise<void> {
  const span = { name: `job ${name}`, kind: "consumer" as const, attributes: {} };
  const elapsed = stopwatch();
  await withLogFields({ job: name, jobId: id }, async () => {
    try {
      await inSpan(span, async () => {
        const parsed = jobs[name].parse(data) as JobData<N>;
        await guarded(name, parsed, () => handlers[name](parsed));
      });
      observeJob(name, "done", elapsed());
    } catch (error) {
      observeJob(name, "failed", elapsed());
      log().error({ data, error }, "job failed");
    }
  });
}

function startSweeper(): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let current = Promise.resolve();
  async function round(): Promise<void> {
    await withLogFields({ job: "sweep", jobId: randomUUID() }, sweepAndLog);
    if (!stopped) timer = setTimeout(next, SWEEP_EVERY_MS);
  }
  function next(): void {
    current = round();
  }
  next();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}

async function sweepAndLog(): Promise<void> {
  try {
    await sweep();
  } catch (error) {
    log().error({ error }, "sweep failed");
  }
}
