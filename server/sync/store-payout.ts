import { type Integration, Prisma } from "@/generated/prisma/client";
import { recordAudit } from "@/server/audit/record-audit";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import type { SourceLine } from "@/server/providers/types";
import type { CountedPayout } from "./payout-total";
import { isReturned, notifyReturned } from "./returned-payouts";

type Outcome = "added" | "updated" | "unchanged";

/**
 * Keeps one payout with its lines, in one transaction, keyed by the provider's id. A payout that is
 * there already only changes its status and whether it was reversed; one that was deleted here stays
 * deleted.
 */
export function storePayout(
  ctx: CompanyContext,
  integration: Integration,
  payout: CountedPayout,
  lines: SourceLine[],
): Promise<Outcome> {
  const { companyId } = ctx;
  const key = { companyId, integrationId: integration.id, providerId: payout.providerId };
  return db(ctx).$transaction(async (tx) => {
    const existing = await tx.deposit.findUnique({
      where: { companyId_integrationId_providerId: key },
      select: { id: true, payoutStatus: true, status: true, deletedAt: true, reversedBy: true },
    });
    if (existing) return update(tx, ctx, existing, payout);
    const deposit = await tx.deposit.create({
      data: {
        ...key,
        payoutStatus: payout.status,
        reversedBy: payout.reversedBy ?? null,
        txnDate: new Date(payout.date),
        amount: payout.amount,
        currency: payout.currency,
        description: payout.description,
        itemized: payout.itemized,
        raw: payout.raw as Prisma.InputJsonValue,
      },
    });
    await tx.depositLine.createMany({
      data: lines.map(({ date, customer, raw, ...line }) => ({
        ...line,
        companyId,
        depositId: deposit.id,
        date: new Date(date),
        customer: customer ? { ...customer } : Prisma.DbNull,
        raw: raw as Prisma.InputJsonValue,
      })),
    });
    await recordAudit(tx, ctx, {
      action: "deposit.received",
      entity: "deposit",
      entityId: deposit.id,
      data: { providerId: payout.providerId, lines: lines.length },
    });
    return "added";
  });
}

type Existing = Prisma.DepositGetPayload<{
  select: { id: true; payoutStatus: true; status: true; deletedAt: true; reversedBy: true };
}>;

async function update(
  tx: Tx,
  ctx: CompanyContext,
  existing: Existing,
  { providerId, status, ...payout }: CountedPayout,
): Promise<Outcome> {
  const { companyId } = ctx;
  const reversedBy = payout.reversedBy ?? null;
  if (existing.payoutStatus === status && existing.reversedBy === reversedBy) return "unchanged";
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: existing.id } },
    data: { payoutStatus: status, reversedBy },
  });
  const news = existing.payoutStatus !== status && isReturned(status);
  if (news && !existing.deletedAt) {
    const { id } = existing;
    await notifyReturned(tx, ctx, { id, providerId, payoutStatus: status }, existing.status);
  }
  return "updated";
}
