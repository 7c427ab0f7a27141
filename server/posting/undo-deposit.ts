import type { DepositStatus } from "@/lib/contracts/deposits";
import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { ConflictError } from "@/server/errors";
import { credentialStore } from "@/server/integrations/credential-store";
import { requireIntegration } from "@/server/integrations/find";
import { withMatchingLock } from "@/server/matches/matching-lock";
import { getProvider } from "@/server/providers/registry";
import { lockPostings } from "./lock-postings";
import { takeBack } from "./take-back";

/**
 * Takes a match back. Of a posted deposit, the QuickBooks Deposit is deleted first; when QuickBooks
 * refuses, nothing changes. A Deposit that somebody else made is only let go of.
 * @throws NotFoundError, ConflictError when there is nothing to undo or it is being posted right now,
 *   ProviderError when QuickBooks refuses.
 */
export async function undo(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string; status: DepositStatus }> {
  await withMatchingLock(ctx, async (tx) => {
    const deposit = await requireDeposit(tx, ctx, input.deposit_id);
    if (deposit.status !== "matched" && deposit.status !== "posted") {
      throw new ConflictError("This deposit is not matched, so there is nothing to undo.");
    }
    const [posting] = await lockPostings(tx, ctx, [deposit.id]);
    if (posting?.state === "sending") {
      throw new ConflictError("This deposit is being posted right now. Try again in a moment.");
    }
    if (posting?.state === "posted" && posting.quickbooksDepositId && !posting.adopted) {
      await deleteInQuickbooks(ctx, posting.integrationId, posting.quickbooksDepositId);
    }
    await takeBack(tx, ctx, deposit.id, { payments: posting?.adopted ? "stay" : "open" });
    await recordAudit(tx, ctx, {
      action: "deposit.undone",
      entity: "deposit",
      entityId: deposit.id,
      data: { from: deposit.status, quickbooksId: deposit.quickbooksId },
    });
  });
  return { message: "Match undone", status: "pending" };
}

async function deleteInQuickbooks(
  ctx: CompanyContext,
  integrationId: string | null,
  quickbooksId: string,
): Promise<void> {
  const integration = await requireIntegration(ctx, "quickbooks");
  if (integration.id !== integrationId) {
    throw new ConflictError("It was posted to another QuickBooks company. Connect that one first.");
  }
  await getProvider("quickbooks").ledger?.deleteDeposit(
    credentialStore(ctx, integration),
    quickbooksId,
  );
}
