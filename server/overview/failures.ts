import type { Provider } from "@/generated/prisma/client";
import type { Failure } from "@/lib/contracts/failures";
import type { LedgerWords } from "@/lib/ledger-words";
import { providerName } from "@/server/connections/find";
import { companyFormats, depositTitle } from "@/server/deposits/deposit-title";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { JOB_NAMES, type JobName, MAX_ATTEMPTS } from "@/server/platform/queue/definitions";
import { loadLedgerWords } from "@/server/work/ledger-words";

/** A failure together with what it concerns. */
export interface FoundFailure {
  /** Identifies this failure; a later failure of the same work has another key. */
  key: string;
  kind: "posting" | "sync" | "match-run" | "job";
  title: string;
  reason: string;
  code: string;
  attempts: number;
  failedAt: Date;
  /** Path inside the product; empty for none. */
  link: string;
  about: About;
}

export type About =
  | { kind: "posting"; depositId: number }
  | { kind: "sync"; provider: Provider; integrationId: string }
  | { kind: "match-run"; depositIds: number[] }
  | { kind: "job"; job: JobName };

/** The newest bulk Auto Match, if it failed: a later successful run resolves an older failure. */
async function findFailedMatchRun(tx: Tx, ctx: CompanyContext): Promise<FoundFailure[]> {
  const run = await tx.matchRun.findFirst({
    where: { companyId: ctx.companyId },
    orderBy: { createdAt: "desc" },
  });
  if (run?.state !== "failed") return [];
  const left = run.depositIds.slice(run.done);
  return [
    {
      key: `match-run:${run.id}`,
      kind: "match-run",
      title: `Auto Match stopped after ${run.done} of ${run.depositIds.length} deposits`,
      reason: `${run.message} Retry to continue with the rest.`,
      code: "internal",
      attempts: Math.max(1, run.attempt),
      failedAt: run.finishedAt ?? run.createdAt,
      link: "/transactions",
      about: { kind: "match-run", depositIds: left },
    },
  ];
}

/** Far more than anybody looks at; a list without a bound could fill the memory. */
const MAX_LISTED = 1_000;

/** The postings that the books have refused. Blocked postings continue once their setting exists. */
async function findFailedPostings(tx: Tx, ctx: CompanyContext): Promise<FoundFailure[]> {
  const postings = await tx.posting.findMany({
    where: { companyId: ctx.companyId, state: "failed" },
    include: {
      deposit: { include: { integration: { select: { provider: true, displayName: true } } } },
    },
    orderBy: { heartbeatAt: "desc" },
    take: MAX_LISTED,
  });
  if (postings.length === 0) return [];
  const formats = await companyFormats(tx, ctx);
  return postings.map((posting) => ({
    // The number of attempts distinguishes this failure from a later one of the same posting.
    key: `posting:${posting.id}:${posting.attempts}`,
    kind: "posting",
    title: `${depositTitle(posting.deposit, formats)} couldn't be posted`,
    reason: posting.message,
    code: posting.errorCode ?? "internal",
    attempts: Math.max(1, posting.attempts),
    failedAt: posting.heartbeatAt ?? posting.createdAt,
    link: `/transaction/${posting.depositId}`,
    about: { kind: "posting", depositId: posting.depositId },
  }));
}

/**
 * The connections whose newest sync failed: a later successful sync resolves an older failure. Expired
 * connections are left out, because reconnecting is their retry.
 */
async function findFailedSyncs(tx: Tx, ctx: CompanyContext): Promise<FoundFailure[]> {
  const { companyId } = ctx;
  const integrations = await tx.integration.findMany({
    where: { companyId, status: "connected" },
    include: { syncRuns: { orderBy: { createdAt: "desc" }, take: 1 } },
  });
  return integrations.flatMap(({ id, provider, syncRuns: [run] }) => {
    if (run?.state !== "failed") return [];
    return {
      key: `sync:${run.id}`,
      kind: "sync" as const,
      title: `${providerName(provider)} sync failed`,
      reason: run.message,
      code: run.errorCode ?? "internal",
      attempts: Math.max(1, run.attempt),
      failedAt: run.finishedAt ?? run.createdAt,
      link: "/integrations",
      about: { kind: "sync" as const, provider, integrationId: id },
    };
  });
}

interface Words {
  title: string;
  reason: string;
  link: string;
}

const ON_OUR_SIDE = "This kept failing because of a problem on our side.";

/** Jobs without a row of their own that records the failure. */
const jobWords = (ledger: string): Partial<Record<JobName, Words>> => ({
  "auto-match": {
    title: "Auto Match failed after a sync",
    reason: `${ON_OUR_SIDE} Some deposits are unmatched. Retry, or match them manually.`,
    link: "/manual-match",
  },
  webhooks: {
    title: "Couldn't send webhooks",
    reason: `${ON_OUR_SIDE} Nothing is lost: retry to send them.`,
    link: "/settings?tab=webhooks",
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
    title: `Couldn't renew access to ${ledger}`,
    reason: `${ON_OUR_SIDE} Retry, or sync ${ledger}, before the connection expires.`,
    link: "/integrations?tab=accounting",
  },
});

const OTHER_JOB: Words = {
  title: "A background job stopped",
  reason: `${ON_OUR_SIDE} Please retry.`,
  link: "",
};

/** The user-facing words for a failed job. */
export function wordsOfJob(job: string, { name }: LedgerWords): Words {
  return (isJobName(job) && jobWords(name)[job]) || OTHER_JOB;
}

function isJobName(name: string): name is JobName {
  return (JOB_NAMES as string[]).includes(name);
}

/** Failed jobs without a row of their own that records the failure. */
async function findFailedJobs(tx: Tx, ctx: CompanyContext): Promise<FoundFailure[]> {
  const dead = await tx.jobFailure.findMany({
    where: { companyId: ctx.companyId },
    orderBy: { failedAt: "desc" },
  });
  if (dead.length === 0) return [];
  const ledger = await loadLedgerWords(ctx, tx);
  return dead.flatMap(({ job, errorCode, failedAt, deadAt }) => {
    if (!isJobName(job)) return [];
    return {
      key: `job:${job}:${deadAt.getTime()}`,
      kind: "job" as const,
      ...wordsOfJob(job, ledger),
      code: errorCode,
      attempts: MAX_ATTEMPTS,
      failedAt,
      about: { kind: "job" as const, job },
    };
  });
}

/** A longer list is not read entry by entry. */
const MAX_SHOWN = 100;

/** The company's undismissed failures, newest first, and their total. */
export async function listFailures(
  ctx: CompanyContext,
): Promise<{ failures: Failure[]; waiting: number }> {
  const found = await findFailures(ctx);
  const failures = found
    .slice(0, MAX_SHOWN)
    .map(({ key, kind, title, reason, code, attempts, failedAt, link }) => ({
      id: key,
      kind,
      title,
      reason,
      code,
      attempts,
      failed_at: failedAt.toISOString(),
      link,
    }));
  return { failures, waiting: found.length };
}

export async function countFailures(ctx: CompanyContext): Promise<number> {
  return (await findFailures(ctx)).length;
}

/** All undismissed failures, newest first, each with its subject. */
export function findFailures(ctx: CompanyContext): Promise<FoundFailure[]> {
  return db(ctx).$transaction(async (tx) => {
    const found = [
      ...(await findFailedSyncs(tx, ctx)),
      ...(await findFailedMatchRun(tx, ctx)),
      ...(await findFailedPostings(tx, ctx)),
      ...(await findFailedJobs(tx, ctx)),
    ];
    if (found.length === 0) return [];
    const dismissals = await tx.failureDismissal.findMany({
      where: { companyId: ctx.companyId, key: { in: found.map(({ key }) => key) } },
    });
    const dismissed = new Set(dismissals.map(({ key }) => key));
    return found
      .filter(({ key }) => !dismissed.has(key))
      .sort((a, b) => b.failedAt.getTime() - a.failedAt.getTime());
  });
}
