import { Prisma } from "@/generated/prisma/client";
import { titleOfDeposit } from "@/server/deposits/deposit-title";
import type { PostingObstacle } from "@/server/deposits/reason-words";
import { withLines } from "@/server/deposits/require-deposit";
import { withParts } from "@/server/deposits/settlement-rows";
import { notify } from "@/server/notifications/notify";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { claimsOn, LEASES } from "@/server/platform/queue/claims";
import { recordAudit } from "@/server/platform/record-audit";
import { loadLedgerWords } from "@/server/work/ledger-words";
import { enqueueDuePostings } from "@/server/work/postings";
import { partialCreationNote } from "./created-records";

/** What is loaded of a posting. */
export const withDeposit = {
  deposit: {
    include: {
      ...withLines,
      matches: {
        where: { state: "accepted" },
        include: {
          ...withParts,
          payments: { include: { payment: { include: { planned: true } } } },
        },
      },
    },
  },
} satisfies Prisma.PostingInclude;

export type ClaimedPosting = Prisma.PostingGetPayload<{ include: typeof withDeposit }>;

const claims = claimsOn<ClaimedPosting, Prisma.PostingUncheckedUpdateManyInput>(LEASES.post, {
  claiming: Prisma.sql`attempts = attempts + 1,
    deaths = CASE WHEN state = 'sending' THEN deaths + 1 ELSE 0 END`,
  write: (tx, { companyId, id, attempts }, data) =>
    tx.posting.updateMany({ where: { companyId, id, attempts, state: "sending" }, data }),
  beat: () => ({ heartbeatAt: new Date() }),
  lost: "This posting was claimed by another worker",
});

/** Writes to a claimed posting. @returns false when another worker has claimed it since. */
export const settlePosting = claims.tryUpdate;

/** The same for what can't go on without the claim. @throws ClaimLostError. */
export const updatePosting = claims.update;

/** Keeps the claim alive while the work waits for the books. */
export const keepClaim = claims.keep;

/**
 * Claims a due posting, or one whose worker crashed while sending; crashes in a row are counted.
 * @returns null when it is not due, or another worker holds it.
 */
export async function claimPosting(
  ctx: CompanyContext,
  postingId: string,
): Promise<ClaimedPosting | null> {
  if (!(await claims.claim(ctx, postingId))) return null;
  return readPosting(ctx, postingId);
}

/** A claimed posting as it is by now. @returns null when another worker has claimed it since. */
export async function readAgain(
  ctx: CompanyContext,
  { id, attempts }: ClaimedPosting,
): Promise<ClaimedPosting | null> {
  const now = await readPosting(ctx, id);
  return now?.state === "sending" && now.attempts === attempts ? now : null;
}

function readPosting(ctx: CompanyContext, id: string): Promise<ClaimedPosting | null> {
  return db(ctx).posting.findUnique({
    where: { companyId_id: { companyId: ctx.companyId, id } },
    include: withDeposit,
  });
}

/** Why a posting can't be sent until a user has supplied something. */
export interface Obstacle {
  /** For the user: what is missing, and what to do. */
  reason: string;
  code: PostingObstacle;
}

/**
 * Blocks a posting until the user has supplied what is missing, and requeues it then. Each reason is notified
 * once per posting; many postings usually share one. Where something was supplied since the claim, it is tried again.
 */
export async function blockPosting(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  { reason, code }: Obstacle,
): Promise<void> {
  const { companyId } = ctx;
  const { id, attempts, depositId, nextAttemptAt } = posting;
  const mine = { companyId, id, state: "sending", attempts } as const;
  const isBlocked = await db(ctx).$transaction(async (tx) => {
    const message = reason + (await partialCreationNote(ctx, depositId, tx));
    const blocked = await tx.posting.updateMany({
      // It moves when what is missing may have come meanwhile: releaseBlockedPostings.
      where: { ...mine, nextAttemptAt },
      data: { state: "blocked", message, errorCode: code, details: "" },
    });
    if (blocked.count === 0) return false;
    // The missing account differs from deposit to deposit.
    const isForLines = code === "account_missing";
    const alike = isForLines ? { errorCode: code } : { message };
    await notify(tx, ctx, {
      event: `posting-blocked:${id}:${message}`,
      kind: "issue",
      title: `${await titleOfDeposit(tx, ctx, depositId)} can't be posted yet`,
      body: message,
      link: `/transaction/${depositId}`,
      group: {
        key: `posting-blocked:${isForLines ? "account" : reason}`,
        title: "{n} payouts can't be posted yet",
        now: () => tx.posting.count({ where: { companyId, state: "blocked", ...alike } }),
        link: "/transactions?status=matched",
      },
    });
    return true;
  });
  if (isBlocked) return;
  const data = { state: "queued", nextAttemptAt: new Date() } as const;
  await db(ctx).posting.updateMany({ where: mine, data });
  await enqueueDuePostings(ctx);
}

/** Nothing of it is in the books, and the next request needs a new id, because the known one repeats the refusal. */
export const REFUSED = {
  refusals: { increment: 1 },
  outcomeUnknown: false,
  quickbooksDepositId: null,
} satisfies Prisma.PostingUpdateManyMutationInput;

interface Reason {
  code: string;
  /** For the user: what happened and what to do. */
  message: string;
  /** What to do, where correcting the books and a retry is not it. */
  then?: string | undefined;
  /** The books' own words, where they said any. */
  details?: string | undefined;
}

/**
 * Fails a posting that the books refused, or that no longer fits them: its Deposit was not written. The
 * deposit stays matched; the user can undo the match, or correct the books and retry.
 */
export async function failPosting(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  reason: Reason,
): Promise<void> {
  const { name } = await loadLedgerWords(ctx);
  const then = reason.then ?? `Fix it in ${name} and retry, or undo the match.`;
  const message = `${reason.message} ${then}`;
  await markFailed(ctx, posting, reason, { message, ...REFUSED });
}

/**
 * Fails a posting whose outcome is unknown, for the user to decide: it keeps its `requestid`, and a retry looks
 * for the Deposit first.
 */
export function failWithUnknownOutcome(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  reason: Reason,
): Promise<void> {
  return markFailed(ctx, posting, reason, { message: reason.message });
}

async function markFailed(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  reason: Reason,
  change: Prisma.PostingUpdateManyMutationInput & { message: string },
): Promise<void> {
  const { companyId } = ctx;
  await db(ctx).$transaction(async (tx) => {
    const message = change.message + (await partialCreationNote(ctx, posting.depositId, tx));
    const failed = await tx.posting.updateMany({
      where: { companyId, id: posting.id, state: "sending", attempts: posting.attempts },
      data: {
        ...{ state: "failed", errorCode: reason.code, details: reason.details ?? "" },
        ...change,
        message,
      },
    });
    if (failed.count === 0) return;
    const { code, message: what, details } = reason;
    await recordAudit(tx, ctx, {
      action: "deposit.posting_failed",
      entity: "deposit",
      entityId: posting.depositId,
      data: { code, message: what, details },
    });
    await notify(tx, ctx, {
      event: `posting-failed:${posting.id}:${posting.attempts}`,
      kind: "issue",
      title: `${await titleOfDeposit(tx, ctx, posting.depositId)} couldn't be posted`,
      body: message,
      link: `/transaction/${posting.depositId}`,
      group: {
        key: "posting-failed",
        title: "{n} payouts couldn't be posted",
        now: () => tx.posting.count({ where: { companyId, state: "failed" } }),
        link: "/transactions?status=matched",
      },
    });
  });
}
