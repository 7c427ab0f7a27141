import { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import type { SourceLine } from "@/server/providers/types";
import { ClaimLostError } from "@/server/platform/queue/claim-row";
import { CLAIM_LOST, type ClaimedRun, updateRun } from "./claim-run";
import { insertPayout, laterFacts, type ReadPayout } from "./insert-payout";
import type { CountedPayout } from "./payout-total";
import { isReturned, notifyReturned } from "./returned-payouts";

type Outcome = "added" | "updated" | "unchanged";

/**
 * Keeps one payout with its lines and the run's progress, keyed by the provider's id. A payout that is there already only
 * changes its status and what the source says later; one that was deleted here stays deleted.
 * @param done how many payouts of the run are stored with this one
 * @throws ClaimLostError when another worker has claimed the run: a new payout isn't written then
 */
export async function storePayout(
  ctx: CompanyContext,
  run: ClaimedRun,
  read: ReadPayout,
  done: number,
): Promise<Outcome> {
  const { payout, isNew } = read;
  if (isNew) {
    const { claimed, added } = await insertPayout(ctx, run, read, done);
    if (!claimed) throw new ClaimLostError(CLAIM_LOST);
    if (added) return "added";
  }
  const { companyId, integrationId } = run;
  const key = { companyId, integrationId, providerId: payout.providerId };
  return db(ctx).$transaction(async (tx) => {
    const existing = await tx.deposit.findUnique({
      where: { companyId_integrationId_providerId: key },
      select: KEPT,
    });
    // It came in by another connection meanwhile.
    if (!existing) return "unchanged";
    if (!isNew) await updateRun(ctx, run, { done }, tx);
    return update(tx, ctx, existing, payout);
  });
}

/** A line as it is stored. */
export function toLineRow(
  companyId: string,
  depositId: number,
  { date, customer, raw, paidBy: _, ...line }: SourceLine,
): Prisma.DepositLineCreateManyInput {
  return {
    ...line,
    companyId,
    depositId,
    date: new Date(date),
    customer: customer ? { ...customer } : Prisma.DbNull,
    raw: raw as Prisma.InputJsonValue,
  };
}

const KEPT = {
  id: true,
  payoutStatus: true,
  status: true,
  deletedAt: true,
  reversedBy: true,
  traceId: true,
  bankCurrency: true,
} as const satisfies Prisma.DepositSelect;

type Existing = Prisma.DepositGetPayload<{ select: typeof KEPT }>;

async function update(
  tx: Tx,
  ctx: CompanyContext,
  existing: Existing,
  payout: CountedPayout,
): Promise<Outcome> {
  const { companyId } = ctx;
  const { providerId, status } = payout;
  const later = laterFacts(payout);
  const isKnown =
    existing.reversedBy === later.reversedBy &&
    existing.traceId === later.traceId &&
    existing.bankCurrency === later.bankCurrency;
  if (existing.payoutStatus === status && isKnown) return "unchanged";
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: existing.id } },
    data: { payoutStatus: status, ...later },
  });
  const news = existing.payoutStatus !== status && isReturned(status);
  if (news && !existing.deletedAt) {
    const { id } = existing;
    await notifyReturned(tx, ctx, { id, providerId, payoutStatus: status }, existing.status);
  }
  return "updated";
}
