import type { Prisma } from "@/generated/prisma/client";
import { withHeartbeat } from "@/lib/heartbeat";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { withLines } from "@/server/matches/engine-input";
import { withParts } from "./load-settlement";

/** A posting whose worker has not been heard of for this long is taken over. */
export const POSTING_LEASE_SECONDS = 20;
const HEARTBEAT_MS = 5_000;

const withDeposit = {
  deposit: {
    include: { ...withLines, matches: { where: { state: "accepted" }, include: withParts } },
  },
} satisfies Prisma.PostingInclude;

export type ClaimedPosting = Prisma.PostingGetPayload<{ include: typeof withDeposit }>;

/**
 * Takes a due posting, or one whose worker died while sending, which is counted until one of them lives.
 * Null: not due, or somebody has it.
 */
export async function claimPosting(
  ctx: CompanyContext,
  postingId: string,
): Promise<ClaimedPosting | null> {
  const { companyId } = ctx;
  const claimed = await db(ctx).$queryRaw<{ id: string }[]>`
    UPDATE postings
    SET state = 'sending', attempts = attempts + 1, heartbeat_at = now(),
        deaths = CASE WHEN state = 'sending' THEN deaths + 1 ELSE 0 END
    WHERE company_id = ${companyId}::uuid AND id = ${postingId}::uuid
      AND ((state = 'queued' AND next_attempt_at <= now())
        OR (state = 'sending'
          AND heartbeat_at < now() - make_interval(secs => ${POSTING_LEASE_SECONDS})))
    RETURNING id`;
  if (claimed.length === 0) return null;
  return db(ctx).posting.findUnique({
    where: { companyId_id: { companyId, id: postingId } },
    include: withDeposit,
  });
}

/** Keeps the claim alive while `work` waits for QuickBooks. */
export function keepClaim<T>(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  work: () => Promise<T>,
): Promise<T> {
  return withHeartbeat(
    () => settlePosting(ctx, posting, { heartbeatAt: new Date() }),
    HEARTBEAT_MS,
    work,
  );
}

/**
 * Notes that QuickBooks is about to be asked to create the Deposit: from here on it may be there, whatever
 * becomes of this worker.
 * @returns false when another worker took the posting over meanwhile: then nothing may be sent.
 */
export async function noteAsked(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  integrationId: string,
): Promise<boolean> {
  return settlePosting(ctx, posting, { unanswered: true, integrationId });
}

/** Gives a claimed posting back with a new state, unless another worker took it over meanwhile (false). */
export async function settlePosting(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  data: Prisma.PostingUncheckedUpdateManyInput,
): Promise<boolean> {
  const { count } = await db(ctx).posting.updateMany({
    where: {
      companyId: posting.companyId,
      id: posting.id,
      state: "sending",
      attempts: posting.attempts,
    },
    data,
  });
  return count > 0;
}
