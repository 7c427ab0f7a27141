import { Prisma } from "@/generated/prisma/client";
import type { JournalView } from "@/lib/contracts/journal";
import { withLines } from "@/server/deposits/require-deposit";
import { withParts } from "@/server/deposits/settlement-rows";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { claimsOn, LEASES } from "@/server/platform/queue/claims";

const withDeposit = {
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

/** Keeps the claim alive while the work waits for QuickBooks. */
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

/**
 * Records that the request to create the Deposit is about to be sent, and what it will be in the books. From
 * here on QuickBooks may have it, even if this worker crashes.
 * @returns false when another worker has claimed the posting since: then nothing may be sent.
 */
export function markRequestSent(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  { integrationId, journal }: { integrationId: string; journal: JournalView },
): Promise<boolean> {
  return settlePosting(ctx, posting, {
    outcomeUnknown: true,
    integrationId,
    journal,
  });
}
