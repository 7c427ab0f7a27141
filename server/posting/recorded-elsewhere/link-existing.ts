import type { BodyOf } from "@/lib/contracts/endpoint";
import type { linkExisting as contract } from "@/lib/contracts/existing-deposits";
import { toDecimal } from "@/lib/money";
import { LEDGER } from "@/lib/providers/list";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { credentialStore } from "@/server/connections/credential-store";
import { requireIntegration } from "@/server/connections/find";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { getLedger } from "@/server/providers/registry";
import { putAsideOne } from "./put-aside-one";
import { requireSuggested } from "./require-suggested";
import { requireUndecided } from "./require-undecided";
import { tieDeposit } from "./tie-deposit";

/**
 * Links a payout to the suggested Deposit, as a user says. Where its total or its payments differ there is no proof
 * of the sum: the payout is put aside, naming the Deposit. Nothing changes in QuickBooks.
 * @throws NotFoundError for another's payout; ConflictError when it isn't suggested, either is decided by now, or the
 *   Deposit is gone; ProviderError.
 */
export async function linkExisting(
  ctx: CompanyContext,
  { deposit_id: depositId, existing_id: existingId }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { evidence } = await requireSuggested(db(ctx), ctx, depositId, existingId);
  const integration = await requireIntegration(ctx, LEDGER);
  const existing = await getLedger().readDeposit(credentialStore(ctx, integration), existingId);
  if (!existing) {
    throw new ConflictError(
      `Deposit ${existingId} is no longer in QuickBooks. Sync, then review again.`,
    );
  }
  return withCompanyLock(ctx, async (tx) => {
    await requireSuggested(tx, ctx, depositId, existingId);
    const deposit = await requireDeposit(tx, ctx, depositId);
    await requireUndecided(tx, ctx, deposit);
    if (await tieDeposit(tx, ctx, integration, deposit, { existing, evidence })) {
      return { message: `Linked to QuickBooks Deposit ${existingId}` };
    }
    const { companyId } = ctx;
    const taken = await tx.posting.count({
      where: { companyId, quickbooksDepositId: existingId, NOT: { state: "undone" } },
    });
    if (taken > 0) {
      throw new ConflictError(
        `Deposit ${existingId} is linked to another payout. Undo that one first.`,
      );
    }
    const total = `${toDecimal(existing.total, existing.currency)} ${existing.currency}`;
    await putAsideOne(tx, ctx, deposit, {
      note: `QuickBooks Deposit ${existingId}, ${total}`,
      quickbooksId: existingId,
    });
    return { message: `Put aside: QuickBooks Deposit ${existingId} has it` };
  });
}
