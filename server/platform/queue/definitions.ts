import { z } from "zod";
import { Provider } from "@/generated/prisma/enums";

/**
 * The jobs. They carry ids only: the rows hold the work, so a job that is delivered twice, late, or by the
 * sweep after a crash has the same effect.
 */
export const jobs = {
  sync: z.object({ companyId: z.uuid(), runId: z.uuid() }),
  "auto-match": z.object({ companyId: z.uuid() }),
  "match-run": z.object({ companyId: z.uuid(), runId: z.uuid() }),
  post: z.object({ companyId: z.uuid(), postingId: z.uuid() }),
  mail: z.object({ mailId: z.uuid() }),
  webhooks: z.object({ companyId: z.uuid() }),
  "notification-mails": z.object({ companyId: z.uuid() }),
  "weekly-summary": z.object({ companyId: z.uuid() }),
  "companies-summary": z.object({ userId: z.int().positive() }),
  "keep-alive": z.object({ companyId: z.uuid(), provider: z.enum(Provider) }),
} as const;

export type JobName = keyof typeof jobs;

export type JobData<N extends JobName> = z.infer<(typeof jobs)[N]>;

export const JOB_NAMES = Object.keys(jobs) as JobName[];

/** The queue that receives a job after its last attempt threw. */
export const DEAD_LETTERS = "dead-letters";

export const QUEUE_NAMES = [DEAD_LETTERS, ...JOB_NAMES];

export const MAX_ATTEMPTS = 8;

/**
 * A job that throws is retried by the queue: after 5 to 10 seconds, and each time after twice as long, up to
 * about ten minutes. After the last attempt it becomes a dead letter.
 */
export const RETRIES = {
  retryLimit: MAX_ATTEMPTS - 1,
  retryDelay: 5,
  retryBackoff: true,
  deadLetter: DEAD_LETTERS,
};

/** The row that a company's job is about, or the company itself; null for a job of no company. */
export function subjectOf(data: JobData<JobName>): { companyId: string; entityId: string } | null {
  if (!("companyId" in data)) return null;
  const { companyId } = data;
  if ("runId" in data) return { companyId, entityId: data.runId };
  if ("postingId" in data) return { companyId, entityId: data.postingId };
  return { companyId, entityId: companyId };
}

/** Names a job's work. Of several waiting jobs with the same key the queue keeps one. */
export function singletonKey(name: JobName, data: JobData<JobName>): string {
  return [name, ...Object.values<string | number>(jobs[name].parse(data))].join(":");
}
