import type { Integration, Prisma } from "@/generated/prisma/client";
import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { db } from "@/server/db";
import { notify } from "@/server/notifications/notify";
import type { SourceLine } from "@/server/providers/types";
import type { CountedPayout } from "./counted-payout";

/**
 * Keeps one payout with its lines, in one transaction, keyed by the provider's id. A payout that is
 * there already only changes its status; one that was deleted here stays deleted.
 */
export function storePayout(
  ctx: CompanyContext,
  integration: Integration,
  payout: CountedPayout,
  lines: SourceLine[],
): Promise<"added" | "updated" | "unchanged"> {
  const { companyId } = ctx;
  const key = { companyId, integrationId: integration.id, providerId: payout.providerId };
  return db(ctx).$transaction(async (tx) => {
    const existing = await tx.deposit.findUnique({
      where: { companyId_integrationId_providerId: key },
      select: { id: true, payoutStatus: true, status: true, deletedAt: true },
    });
    if (existing) {
      if (existing.payoutStatus === payout.status) return "unchanged";
      await tx.deposit.update({
        where: { companyId_id: { companyId, id: existing.id } },
        data: { payoutStatus: payout.status },
      });
      const failed = payout.status === "failed" || payout.status === "canceled";
      if (failed && !existing.deletedAt) {
        await notify(tx, ctx, {
          event: `payout-${payout.status}:${existing.id}`,
          kind: "issue",
          title: `Payout ${payout.providerId} did not reach the bank`,
          body:
            existing.status === "posted"
              ? "It is posted in QuickBooks. Open it and undo the posting."
              : "It is no longer matched automatically.",
          link: `/transaction/${existing.id}`,
          group: {
            key: `payout-failed:${existing.status === "posted"}`,
            title: "{n} payouts did not reach the bank",
            link: "/transactions",
          },
        });
      }
      return "updated";
    }
    const deposit = await tx.deposit.create({
      data: {
        ...key,
        payoutStatus: payout.status,
        txnDate: new Date(payout.date),
        amount: payout.amount,
        currency: payout.currency,
        description: payout.description,
        itemized: payout.itemized,
        raw: payout.raw as Prisma.InputJsonValue,
      },
    });
    await tx.depositLine.createMany({
      data: lines.map(({ date, raw, ...line }) => ({
        ...line,
        companyId,
        depositId: deposit.id,
        date: new Date(date),
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
