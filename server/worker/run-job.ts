import { hasFailed } from "@/server/overview/failures/fail-job";
import { systemContext } from "@/server/platform/company-id";
import { isPaused } from "@/server/platform/installation";
import { isDiskFull, noteDiskFull } from "@/server/platform/is-database-unavailable";
import { log, withLogFields } from "@/server/platform/logger";
import { observeJob, stopwatch } from "@/server/platform/metrics/observe";
import { type JobData, type JobName, jobs, subjectOf } from "@/server/platform/queue/definitions";
import { inSpan } from "@/server/platform/telemetry/span";

/** Matching needs no provider; other jobs wait in their rows until the installation is resumed. */
const WHILE_PAUSED: readonly JobName[] = ["match-run"];

/** A job as the queue delivers it. */
interface Delivered {
  id: string;
  data: unknown;
}

/**
 * Runs one job, unless it has failed or the installation is paused. What it throws is logged and does not reach the other jobs of a batch.
 * @returns a code for what it threw; undefined when it did not throw.
 */
export async function runJob<N extends JobName>(
  name: N,
  { id, data }: Delivered,
  work: (data: JobData<N>) => Promise<void>,
): Promise<string | undefined> {
  const span = { name: `job ${name}`, kind: "consumer" as const, attributes: {} };
  const elapsed = stopwatch();
  return withLogFields({ job: name, jobId: id }, async () => {
    try {
      await inSpan(span, async () => {
        const parsed = jobs[name].parse(data) as JobData<N>;
        if (!WHILE_PAUSED.includes(name) && (await isPaused())) return;
        if (!(await waitsForUser(name, parsed))) await work(parsed);
      });
      observeJob(name, "done", elapsed());
      return undefined;
    } catch (error) {
      observeJob(name, "failed", elapsed());
      if (isDiskFull(error)) noteDiskFull();
      log().error({ data, error }, "job failed");
      return codeOf(error);
    }
  });
}

async function waitsForUser(job: JobName, data: JobData<JobName>): Promise<boolean> {
  const subject = subjectOf(data);
  if (!subject) return false;
  return hasFailed(systemContext(subject.companyId), { job, entityId: subject.entityId });
}

/** A code for programs: never the error's text, which may contain anything. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "internal";
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^\w{1,40}$/.test(code) ? code : "internal";
}
