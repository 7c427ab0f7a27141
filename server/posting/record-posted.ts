import { Prisma } from "@/generated/prisma/client";
import { foundJournal } from "@/server/deposits/deposit-journal";
import type { CompanyContext } from "@/server/platform/context";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import type { LedgerDeposit } from "@/server/providers/ledger";
import type { ClaimedPosting } from "./claim-posting";

/** QuickBooks holds the Deposit: the deposit is posted, its payments are deposited. */
export async function recordPosted(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  result: {
    integrationId: string;
    created: LedgerDeposit;
    adopted: boolean;
    /** What the user still has to know. */
    note?: string;
  },
): Promise<void> {
  const { companyId } = ctx;
  const { integrationId, adopted } = result;
  const quickbooksId = result.created.id;
  const payments = posting.deposit.matches.flatMap((match) =>
    match.payments.map(({ payment }) => payment),
  );
  await withCompanyLock(ctx, async (tx) => {
    const posted = await tx.posting.updateMany({
      where: { companyId, id: posting.id, state: "sending" },
      data: {
        state: "posted",
        integrationId,
        quickbooksDepositId: quickbooksId,
        adopted,
        // What we stored before was never sent.
        ...(adopted && { journal: foundJournal(result.created, payments) ?? Prisma.DbNull }),
        message: [
          adopted && `Already recorded in QuickBooks as Deposit ${quickbooksId}. We linked to it.`,
          result.note,
        ]
          .filter(Boolean)
          .join(" "),
        errorCode: null,
        details: "",
        outcomeUnknown: false,
        postedAt: new Date(),
      },
    });
    // A worker that was slower than its lease finds the work done by the one that took over.
    if (posted.count === 0) return;
    await tx.deposit.update({
      where: { companyId_id: { companyId, id: posting.depositId } },
      data: { status: "posted", quickbooksId, version: { increment: 1 } },
    });
    await tx.ledgerPayment.updateMany({
      where: { companyId, id: { in: payments.map(({ id }) => id) } },
      data: { state: "deposited", depositedOn: quickbooksId },
    });
    await recordAudit(tx, ctx, {
      action: "deposit.posted",
      entity: "deposit",
      entityId: posting.depositId,
      data: { quickbooksId, adopted },
    });
  });
}
