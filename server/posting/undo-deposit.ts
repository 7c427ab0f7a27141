import type { Posting } from "@/generated/prisma/client";
import type { DepositStatus } from "@/lib/contracts/deposits";
import { recordAudit } from "@/server/audit/record";
import type { CompanyContext } from "@/server/context";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { ConflictError } from "@/server/errors";
import { credentialStore } from "@/server/integrations/credential-store";
import { providerName, requireIntegration } from "@/server/integrations/find";
import { type DepositWithLines, dateText } from "@/server/matches/engine-input";
import { withMatchingLock } from "@/server/matches/matching-lock";
import { getLedger } from "@/server/providers/registry";
import { depositNote } from "./draft";
import { findOurs } from "./find-existing";
import { lockPostings } from "./lock-postings";
import { takeBack } from "./take-back";

/**
 * Takes a match back. The QuickBooks Deposit that we made, or may have made, is deleted first; when
 * QuickBooks refuses, nothing changes. A Deposit that somebody else made is only let go of.
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
    if (posting) await deleteInQuickbooks(ctx, deposit, posting);
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
  deposit: DepositWithLines,
  posting: Posting,
): Promise<void> {
  const { state, adopted, unanswered, integrationId } = posting;
  const isOurs = state === "posted" && !adopted;
  if (!isOurs && !unanswered) return;
  const integration = await requireIntegration(ctx, "quickbooks");
  if (integrationId && integration.id !== integrationId) {
    throw new ConflictError("It was posted to another QuickBooks company. Connect that one first.");
  }
  const ledger = getLedger();
  const credentials = credentialStore(ctx, integration);
  const quickbooksId = unanswered
    ? await findOurs(ledger, credentials, {
        date: dateText(deposit.txnDate),
        note: depositNote(providerName(deposit.integration.provider), deposit.providerId),
        total: Math.max(0, Number(deposit.amount)),
      })
    : posting.quickbooksDepositId;
  if (quickbooksId) await ledger.deleteDeposit(credentials, quickbooksId);
}
