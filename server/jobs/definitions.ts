import { z } from "zod";
import { Provider } from "@/generated/prisma/enums";

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
  "keep-alive": z.object({ companyId: z.uuid(), provider: z.enum(Provider) }),
} as const;

export type JobName = keyof typeof jobs;
export type JobData<N extends JobName> = z.infer<(typeof jobs)[N]>;

export const JOB_NAMES = Object.keys(jobs) as JobName[];

/** The row that a company's job is about, or the company itself; null for a job of no company. */
export function subjectOf(data: JobData<JobName>): { companyId: string; entityId: string } | null {
  if (!("companyId" in data)) return null;
  const { companyId } = data;
  if ("runId" in data) return { companyId, entityId: data.runId };
  if ("postingId" in data) return { companyId, entityId: data.postingId };
  return { companyId, entityId: companyId };
}

/** Two waiting jobs with the same key would do the same thing: the queue keeps one. */
export function singletonKey(name: JobName, data: Record<string, string>): string {
  return [name, ...Object.values(data)].join(":");
}
