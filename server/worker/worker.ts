import { randomUUID } from "node:crypto";
import type PgBoss from "pg-boss";
import { z } from "zod";
import { writeCompaniesSummary } from "@/server/accounts/people/companies-summary";
import { keepAlive } from "@/server/connections/keep-alive";
import { deliverMail } from "@/server/mail/deliver-mail";
import { runMatchRun } from "@/server/matches/bulk-match";
import { writeDueMails } from "@/server/notifications/write-due-mails";
import { writeWeeklySummary } from "@/server/notifications/write-weekly-summary";
import { failJob } from "@/server/overview/failures/fail-job";
import { lasting } from "@/server/platform/clock";
import { systemContext } from "@/server/platform/company-id";
import { log, withLogFields } from "@/server/platform/logger";
import { noteWorker, WORKER_SEEN_EVERY_MS } from "@/server/platform/queue/claims";
import {
  DEAD_LETTERS,
  JOB_NAMES,
  type JobData,
  type JobName,
  jobs,
  subjectOf,
} from "@/server/platform/queue/definitions";
import { notePoller, openQueue, stopQueue, whileTaken } from "@/server/platform/queue/queue";
import { postDeposit } from "@/server/posting/post-deposit";
import { autoMatchAfterSync } from "@/server/sync/auto-match-after-sync";
import { runSync } from "@/server/sync/run-sync";
import { runJob } from "./run-job";
import { sweep, sweepDaily } from "./sweep";

const SWEEP_EVERY_MS = 5_000;
const SWEEP_DAILY_EVERY_MS = 60_000;
/** Users wait for most jobs, but not for a reminder. */
const POLL_SECONDS = { awaited: 0.5, unattended: 2 };
const STOP_WITHIN_MS = 20_000;

type Handlers = { [N in JobName]: (data: JobData<N>) => Promise<void> };

const handlers: Handlers = {
  sync: ({ companyId, runId }) => runSync(systemContext(companyId), runId),
  "auto-match": ({ companyId }) => autoMatchAfterSync(systemContext(companyId)),
  "match-run": ({ companyId, runId }) => runMatchRun(systemContext(companyId), runId),
  post: ({ companyId, postingId }) => postDeposit(systemContext(companyId), postingId),
  mail: ({ mailId }) => deliverMail(mailId),
  "notification-mails": ({ companyId }) => writeDueMails(systemContext(companyId)),
  "weekly-summary": ({ companyId }) => writeWeeklySummary(systemContext(companyId)),
  "companies-summary": ({ userId }) => writeCompaniesSummary(userId),
  "keep-alive": ({ companyId, provider }) => keepAlive(systemContext(companyId), provider),
};

interface Pace {
  /** Jobs per poll, run one after the other. */
  batchSize: number;
  /** Polls in parallel. */
  pollers: number;
  polled: keyof typeof POLL_SECONDS;
}

const PACE: Record<JobName, Pace> = {
  sync: { batchSize: 1, pollers: 4, polled: "awaited" },
  "auto-match": { batchSize: 1, pollers: 2, polled: "awaited" },
  "match-run": { batchSize: 1, pollers: 2, polled: "awaited" },
  post: { batchSize: 10, pollers: 2, polled: "awaited" },
  mail: { batchSize: 1, pollers: 2, polled: "awaited" },
  "notification-mails": { batchSize: 10, pollers: 1, polled: "unattended" },
  "weekly-summary": { batchSize: 10, pollers: 1, polled: "unattended" },
  "companies-summary": { batchSize: 10, pollers: 1, polled: "unattended" },
  "keep-alive": { batchSize: 10, pollers: 1, polled: "unattended" },
};

export interface Worker {
  /** Waits for running jobs, then stops. The next sweep finds what is left. */
  stop(): Promise<void>;
}

/** Starts processing jobs in this process. */
export async function startWorker(): Promise<Worker> {
  const queue = await openQueue();
  let isStopping = false;
  async function work<N extends JobName>(name: N): Promise<void> {
    const { batchSize, pollers, polled } = PACE[name];
    const pace = { batchSize, pollingIntervalSeconds: POLL_SECONDS[polled] };
    for (let poller = 0; poller < pollers; poller += 1) {
      const id = await queue.work(name, pace, async (batch) => {
        // Of a poll that was waiting for the database when the worker stopped.
        if (isStopping) throw new Error("The worker is stopping");
        await whileTaken(batch.map(keyOf), async () => {
          const failed = [];
          for (const job of batch) {
            const errorCode = await runJob(name, job, handlers[name]);
            if (errorCode !== undefined) failed.push({ id: job.id, errorCode });
          }
          // Right before the queue completes the batch: a retry of it can't be active yet.
          for (const { id, errorCode } of failed) await handBack(queue, name, id, errorCode);
        });
      });
      notePoller(name, id);
    }
  }
  for (const name of JOB_NAMES) await work(name);
  const letters = {
    pollingIntervalSeconds: POLL_SECONDS.unattended,
    includeMetadata: true as const,
  };
  await queue.work(DEAD_LETTERS, letters, async (batch) => {
    for (const letter of batch) await handleDeadLetter(letter);
  });
  const sweepers = [
    startSweeper(sweep, SWEEP_EVERY_MS),
    startSweeper(sweepDaily, SWEEP_DAILY_EVERY_MS),
    startSweeper(noteWorker, WORKER_SEEN_EVERY_MS),
  ];
  log().info("worker started");
  return {
    async stop() {
      isStopping = true;
      // In parallel: while a long sweep finishes, this worker must not take new jobs.
      await Promise.all([...sweepers.map((each) => each.stop()), stopQueue(STOP_WITHIN_MS)]);
    },
  };
}

/** As `enqueue` has written it. */
function keyOf({ data }: { data: unknown }): string {
  return typeof data === "object" && data !== null && "key" in data ? String(data.key) : "";
}

/** Hands a job back for its next attempt, or as a dead letter after the last one. */
async function handBack(
  queue: PgBoss,
  name: JobName,
  id: string,
  errorCode: string,
): Promise<void> {
  await queue
    .fail(name, id, { errorCode })
    .catch((error: unknown) => log().warn({ error }, "retry not recorded; the sweep will requeue"));
}

interface Sweeper {
  stop(): Promise<void>;
}

function startSweeper(work: () => Promise<void>, everyMs: number): Sweeper {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let current = Promise.resolve();
  async function round(): Promise<void> {
    await withLogFields({ job: "sweep", jobId: randomUUID() }, () =>
      work().catch((error: unknown) => log().error({ error }, "sweep failed")),
    );
    if (!stopped) timer = setTimeout(next, lasting(everyMs));
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

const deadLetter = z.object({
  data: z.looseObject({ job: z.enum(JOB_NAMES) }),
  /** What the last attempt threw; without a code it was ended by a stop or by the time limit. */
  output: z.object({ errorCode: z.string().optional() }).nullable(),
  /** When the last attempt failed. */
  createdOn: z.date().default(() => new Date()),
});

/**
 * Fails a job whose last attempt threw. Any other dead letter is dropped: its rows still hold the work, and
 * the sweep requeues it.
 */
export async function handleDeadLetter(letter: object): Promise<void> {
  const { data, output, createdOn } = deadLetter.parse(letter);
  const { job } = data;
  const subject = subjectOf(jobs[job].parse(data));
  const errorCode = output?.errorCode;
  log().error({ job, subject, errorCode }, "the last attempt of a job failed");
  if (!subject || errorCode === undefined) return;
  const failure = { errorCode, failedAt: createdOn };
  await failJob(systemContext(subject.companyId), { job, entityId: subject.entityId }, failure);
}
