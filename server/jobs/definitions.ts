import { z } from "zod";

/**
 * The jobs. They carry ids alone: what is to be done stands in the rows, so a job that is delivered
 * twice, late, or by the sweep after a crash does the same thing.
 */
export const jobs = {
  sync: z.object({ companyId: z.uuid(), runId: z.uuid() }),
  "auto-match": z.object({ companyId: z.uuid() }),
  "match-run": z.object({ companyId: z.uuid(), runId: z.uuid() }),
  post: z.object({ companyId: z.uuid(), postingId: z.uuid() }),
  mail: z.object({ mailId: z.uuid() }),
  "notification-mails": z.object({ companyId: z.uuid() }),
  "weekly-summary": z.object({ companyId: z.uuid() }),
} as const;

export type JobName = keyof typeof jobs;
export type JobData<N extends JobName> = z.infer<(typeof jobs)[N]>;

export const JOB_NAMES = Object.keys(jobs) as JobName[];

/** Two waiting jobs with the same key would do the same thing: the queue keeps one. */
export function singletonKey(name: JobName, data: Record<string, string>): string {
  return [name, ...Object.values(data)].join(":");
}
