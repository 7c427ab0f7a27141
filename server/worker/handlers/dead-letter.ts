import { z } from "zod";
import { parkJob } from "@/server/overview/failures/park-job";
import { systemContext } from "@/server/platform/company-id";
import { log } from "@/server/platform/logger";
import { JOB_NAMES, jobs, subjectOf } from "@/server/platform/queue/definitions";

const schema = z.object({
  data: z.looseObject({ job: z.enum(JOB_NAMES) }),
  /** What the last attempt threw; without a code it was ended by a stop or by the time limit. */
  output: z.object({ errorCode: z.string().optional() }).nullable(),
  /** When the last attempt failed. */
  createdOn: z.date().default(() => new Date()),
});

/**
 * Parks a job whose last attempt threw. Any other dead letter is dropped: its rows still hold the work, and
 * the sweep requeues it.
 */
export async function handleDeadLetter(letter: object): Promise<void> {
  const { data, output, createdOn } = schema.parse(letter);
  const { job } = data;
  const subject = subjectOf(jobs[job].parse(data));
  const errorCode = output?.errorCode;
  log().error({ job, subject, errorCode }, "the last attempt of a job failed");
  if (!subject || errorCode === undefined) return;
  const failure = { errorCode, failedAt: createdOn };
  await parkJob(systemContext(subject.companyId), { job, entityId: subject.entityId }, failure);
}
