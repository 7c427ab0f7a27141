import type { QueryOf, ResponseOf } from "@/lib/contracts/endpoint";
import type { existingDepositList as contract } from "@/lib/contracts/existing-deposits";
import { dateText } from "@/lib/dates";
import { toWireDecimal } from "@/lib/money";
import { quickbooksAddress } from "@/server/deposits/quickbooks-address";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { providerName } from "@/server/connections/find";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

const MAX_ROWS = 200;

/** The Deposits that may be payouts' already, oldest payout first. @throws NotFoundError for another's deposit. */
export async function listExisting(
  ctx: CompanyContext,
  { deposit_id: depositId }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  if (depositId !== undefined) await requireDeposit(db(ctx), ctx, depositId);
  const where = {
    ...{ companyId: ctx.companyId, state: "suggested" as const, deposit: { deletedAt: null } },
    ...(depositId !== undefined && { depositId }),
  };
  const rows = await db(ctx).existingDeposit.findMany({
    where,
    include: { deposit: { include: { integration: { select: { provider: true } } } } },
    orderBy: [{ deposit: { txnDate: "asc" } }, { depositId: "asc" }],
    take: MAX_ROWS,
  });
  const total =
    rows.length < MAX_ROWS ? rows.length : await db(ctx).existingDeposit.count({ where });
  return {
    existing: rows.map(({ deposit, ...row }) => ({
      deposit_id: deposit.id,
      txn_date: dateText(deposit.txnDate),
      total_amt: toWireDecimal(Number(deposit.amount), deposit.currency),
      currency: deposit.currency,
      source: providerName(deposit.integration.provider),
      matched: deposit.status === "matched",
      existing: {
        Id: row.quickbooksDepositId,
        TxnDate: dateText(row.txnDate),
        TotalAmt: toWireDecimal(Number(row.amount), row.currency),
        account: row.bankName,
        note: row.note,
        evidence: row.evidence,
        quickbooks_url: quickbooksAddress(row.quickbooksDepositId),
      },
    })),
    total,
  };
}
