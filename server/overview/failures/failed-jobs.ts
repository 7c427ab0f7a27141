import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { JOB_NAMES, type JobName } from "@/server/platform/queue/definitions";
import type { FoundFailure } from "./found-failure";

interface Words {
  title: string;
  reason: string;
  link: string;
}

const ON_OUR_SIDE = "This kept failing because of a problem on our side.";

/** Jobs without a row of their own that records the failure. */
const WORDS: Partial<Record<JobName, Words>> = {
  "auto-match": {
    title: "Auto Match failed after a sync",
    reason: `${ON_OUR_SIDE} Some deposits are unmatched. Retry, or match them manually.`,
    link: "/manual-match",
  },
  "notification-mails": {
    title: "Couldn't send notification emails",
    reason: `${ON_OUR_SIDE} You can also see them under the bell. Retry to send them.`,
    link: "",
  },
  "weekly-summary": {
    title: "Couldn't create the weekly summary",
    reason: `${ON_OUR_SIDE} Retry to create it.`,
    link: "",
  },
  "keep-alive": {
    title: "Couldn't renew access to QuickBooks",
    reason: `${ON_OUR_SIDE} Retry, or sync QuickBooks, before the connection expires.`,
    link: "/integrations?tab=accounting",
  },
};

const OTHER: Words = {
  title: "A background job stopped",
  reason: `${ON_OUR_SIDE} Please retry.`,
  link: "",
};

/** The user-facing words for a parked job. */
export function wordsOf(job: string): Words {
  return (isJobName(job) && WORDS[job]) || OTHER;
}

function isJobName(name: string): name is JobName {
  return (JOB_NAMES as string[]).includes(name);
}

/** Parked jobs without a row of their own that records the failure. */
export async function findFailedJobs(tx: Tx, ctx: CompanyContext): Promise<FoundFailure[]> {
  const dead = await tx.jobFailure.findMany({
    where: { companyId: ctx.companyId, deadAt: { not: null } },
    orderBy: { failedAt: "desc" },
  });
  return dead.flatMap(({ job, errorCode, attempts, failedAt, deadAt }) => {
    if (!isJobName(job) || deadAt === null) return [];
    return {
      key: `job:${job}:${deadAt.getTime()}`,
      kind: "job" as const,
      ...wordsOf(job),
      code: errorCode,
      attempts,
      failedAt,
      about: { kind: "job" as const, job },
    };
  });
}
