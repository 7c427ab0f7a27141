import type { Posting } from "@/generated/prisma/client";
import type { DepositStatus } from "@/lib/contracts/deposits";
import { dateText } from "@/lib/dates";
import { LEDGER } from "@/lib/providers/list";
import { recordAudit } from "@/server/audit/record-audit";
import { depositNote } from "@/server/deposits/deposit-note";
import type { DepositWithLines } from "@/server/deposits/deposit-with-lines";
import { requireDeposit } from "@/server/deposits/require-deposit";
import { credentialStore } from "@/server/integrations/credential-store";
import { providerName, requireIntegration } from "@/server/integrations/find";
import { lockPostings } from "@/server/outbox/lock-postings";
import type { CompanyContext } from "@/server/platform/context";
import { ConflictError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { getLedger } from "@/server/providers/registry";
import { findOurs } from "./find-existing";
import { markUndone } from "./mark-undone";

/**
 * Undoes a match. The QuickBooks Deposit that we created, or may have created, is deleted first; when
 * QuickBooks refuses, nothing changes. A Deposit that a user or another app created is only unlinked.
 * @throws NotFoundError, ConflictError when there is nothing to undo or it is being posted right now,
 *   ProviderError when QuickBooks refuses.
 */
export async function undoDeposit(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string; status: DepositStatus }> {
  await withCompanyLock(ctx, async (tx) => {
    const deposit = await requireDeposit(tx, ctx, input.deposit_id);
    if (deposit.status !== "matched" && deposit.status !== "posted") {
      throw new ConflictError("This deposit isn't matched, so there's nothing to undo.");
    }
    const [posting] = await lockPostings(tx, ctx, [deposit.id]);
    if (posting?.state === "sending") {
      throw new ConflictError("This deposit is being posted. Try again in a moment.");
    }
    if (posting) await deleteInQuickbooks(ctx, deposit, posting);
    await markUndone(tx, ctx, deposit.id, { payments: posting?.adopted ? "stay" : "open" });
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
  const { state, adopted, outcomeUnknown, integrationId } = posting;
  const isOurs = state === "posted" && !adopted;
  if (!isOurs && !outcomeUnknown) return;
  const integration = await requireIntegration(ctx, LEDGER);
  if (integrationId && integration.id !== integrationId) {
    throw new ConflictError(
      "It was posted to another QuickBooks company. Connect that company first.",
    );
  }
  const ledger = getLedger();
  const credentials = credentialStore(ctx, integration);
  const quickbooksId = outcomeUnknown
    ? await findOurs(ledger, credentials, {
        date: dateText(deposit.txnDate),
        note: depositNote(providerName(deposit.integration.provider), deposit.providerId),
        total: Math.max(0, Number(deposit.amount)),
      })
    : posting.quickbooksDepositId;
  if (quickbooksId) await ledger.deleteDeposit(credentials, quickbooksId);
}
