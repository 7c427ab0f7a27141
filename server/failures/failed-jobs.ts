import type { CompanyContext } from "@/server/context";
import type { Tx } from "@/server/db";
import { JOB_NAMES, type JobName } from "@/server/jobs/definitions";
import type { FoundFailure } from "./found-failure";

interface Words {
  title: string;
  reason: string;
  link: string;
}

const ON_OUR_SIDE = "It failed each time because of an error on our side.";

/** Jobs that have no row of their own to show what became of them. */
const WORDS: Partial<Record<JobName, Words>> = {
  "auto-match": {
    title: "Auto Match after a sync stopped",
    reason: `${ON_OUR_SIDE} Deposits wait unmatched. Retry, or match them by hand meanwhile.`,
    link: "/manual-match",
  },
  "notification-mails": {
    title: "Notification mails could not be written",
    reason: `${ON_OUR_SIDE} What they tell stands under the bell too. Retry to send them.`,
    link: "",
  },
  "weekly-summary": {
    title: "The weekly summary could not be written",
    reason: `${ON_OUR_SIDE} Retry to write it.`,
    link: "",
  },
  "keep-alive": {
    title: "QuickBooks' access could not be renewed",
    reason: `${ON_OUR_SIDE} Retry, or sync QuickBooks, before the access ends.`,
    link: "/integrations?tab=accounting",
  },
};

const OTHER: Words = {
  title: "A background job stopped",
  reason: `${ON_OUR_SIDE} Retry it.`,
  link: "",
};

/** What a parked job means to people. */
export function wordsOf(job: string): Words {
  return (isJobName(job) && WORDS[job]) || OTHER;
}

function isJobName(name: string): name is JobName {
  return (JOB_NAMES as string[]).includes(name);
}

/** The jobs that were given up and have no row of their own that says so. */
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
