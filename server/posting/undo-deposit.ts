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
import type { Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { getLedger } from "@/server/providers/registry";
import { deleteCreatedPayments, leftText, type Removal } from "./delete-created-payments";
import { findOurs } from "./find-existing";
import { markUndone } from "./mark-undone";
import { oursOf } from "./ours-of";
import type { PlannedRow } from "./payment-draft";

/**
 * Undoes a match. The QuickBooks Deposit that we created, or may have created, is deleted first, then the
 * payments that we created for it, in reverse order; when QuickBooks refuses, nothing changes here, and
 * repeating it goes on. A Deposit that a user or another app created is only unlinked, with all that is on it.
 * What somebody has changed since is left, and the message names it.
 * @throws NotFoundError, ConflictError when there is nothing to undo or it is being posted right now,
 *   ProviderError when QuickBooks refuses.
 */
export async function undoDeposit(
  ctx: CompanyContext,
  input: { deposit_id: number },
): Promise<{ message: string; status: DepositStatus }> {
  const left = await withCompanyLock(ctx, async (tx) => {
    const deposit = await requireDeposit(tx, ctx, input.deposit_id);
    if (deposit.status !== "matched" && deposit.status !== "posted") {
      throw new ConflictError("This deposit isn't matched, so there's nothing to undo.");
    }
    const [posting] = await lockPostings(tx, ctx, [deposit.id]);
    if (posting?.state === "sending") {
      throw new ConflictError("This deposit is being posted. Try again in a moment.");
    }
    if (posting) await deleteInQuickbooks(ctx, deposit, posting);
    const ours = posting?.adopted ? [] : await oursOf(tx, ctx, deposit.id);
    const removal = await deleteOurs(ctx, ours);
    await markUndone(tx, ctx, deposit.id, { payments: posting?.adopted ? "stay" : "open" });
    await recordRemoved(tx, ctx, ours, removal);
    await recordAudit(tx, ctx, {
      action: "deposit.undone",
      entity: "deposit",
      entityId: deposit.id,
      data: { from: deposit.status, quickbooksId: deposit.quickbooksId },
    });
    return leftText(removal.left, ours);
  });
  return { message: left ? `Match undone.${left}` : "Match undone", status: "pending" };
}

async function deleteOurs(ctx: CompanyContext, ours: readonly PlannedRow[]): Promise<Removal> {
  if (ours.length === 0) return { removed: [], left: [] };
  const integration = await requireIntegration(ctx, LEDGER);
  if (ours.some(({ integrationId }) => integrationId !== integration.id)) throw otherCompany();
  const credentials = credentialStore(ctx, integration);
  return deleteCreatedPayments({ ledger: getLedger(), credentials }, ours);
}

/** One that may have been created, but was never recorded, is read by the next sync if it was left. */
async function recordRemoved(
  tx: Tx,
  { companyId }: CompanyContext,
  ours: readonly PlannedRow[],
  { removed }: Removal,
): Promise<void> {
  const unrecorded = ours.flatMap(({ id, planned }) => (planned.createdAt === null ? id : []));
  await tx.ledgerPayment.updateMany({
    where: { companyId, id: { in: [...removed, ...unrecorded] } },
    data: { state: "gone", depositedOn: null },
  });
  await tx.plannedPayment.updateMany({
    where: { companyId, paymentId: { in: removed } },
    data: { removedAt: new Date() },
  });
}

function otherCompany(): ConflictError {
  return new ConflictError(
    "It was posted to another QuickBooks company. Connect that company first.",
  );
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
    throw otherCompany();
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
