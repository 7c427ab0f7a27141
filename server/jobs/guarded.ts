import { systemContext } from "@/server/auth/company-id";
import {
  findJobFailure,
  forgetJobFailure,
  isHeldBack,
  recordJobFailure,
} from "@/server/failures/job-failures";
import { type JobData, type JobName, subjectOf } from "./definitions";

/**
 * Does a job's work, and keeps account of work that throws: it comes again after ever longer pauses, and
 * is parked in the end. A job of no company (a mail) keeps that account in its own row.
 * @throws whatever the work throws.
 */
export async function guarded(
  job: JobName,
  data: JobData<JobName>,
  work: () => Promise<void>,
): Promise<void> {
  const subject = subjectOf(data);
  if (!subject) return work();
  const ctx = systemContext(subject.companyId);
  const key = { job, entityId: subject.entityId };
  const failure = await findJobFailure(ctx, key);
  if (isHeldBack(failure)) return;
  try {
    await work();
  } catch (error) {
    await recordJobFailure(ctx, key, codeOf(error));
    throw error;
  }
  if (failure) await forgetJobFailure(ctx, key);
}

/** A code for programs: never the error's text, which may hold anything. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "internal";
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^\w{1,40}$/.test(code) ? code : "internal";
}
