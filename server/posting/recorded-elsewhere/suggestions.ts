import type { Integration } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { LedgerDeposit } from "@/server/providers/ledger";

/** A Deposit that may be a payout's. */
export interface Suggested {
  depositId: number;
  existing: LedgerDeposit;
  evidence: readonly string[];
}

/** Stores what a look at the books suggests. What a user has dismissed stays dismissed. */
export async function storeSuggestions(
  tx: Tx,
  { companyId }: CompanyContext,
  { id: integrationId }: Pick<Integration, "id">,
  suggested: readonly Suggested[],
): Promise<void> {
  for (const { depositId, existing, evidence } of suggested) {
    const facts = {
      txnDate: new Date(existing.date),
      amount: BigInt(existing.total),
      currency: existing.currency,
      bankName: existing.bankName,
      note: existing.note,
      evidence: [...evidence],
    };
    const key = { companyId, depositId, integrationId, quickbooksDepositId: existing.id };
    await tx.existingDeposit.upsert({
      where: { companyId_depositId_integrationId_quickbooksDepositId: key },
      create: { ...key, ...facts },
      update: facts,
    });
  }
}

/** Drops open suggestions of a deposit, and those of a Deposit to any. */
export async function forgetSuggestions(
  tx: Tx,
  { companyId }: CompanyContext,
  about: { depositId: number; quickbooksDepositId?: string },
): Promise<void> {
  const { depositId, quickbooksDepositId } = about;
  await tx.existingDeposit.deleteMany({
    where: {
      ...{ companyId, state: "suggested" },
      OR: [{ depositId }, ...(quickbooksDepositId ? [{ quickbooksDepositId }] : [])],
    },
  });
}
