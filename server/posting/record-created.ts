import { Prisma } from "@/generated/prisma/client";
import { releaseProposals } from "@/server/matches/write-matches";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import type { LedgerPaymentRecord, PaymentDraft } from "@/server/providers/ledger";
import { loadLedgerWords } from "@/server/work/ledger-words";
import type { ClaimedPosting } from "./claim-posting";
import { CreationRefusedError } from "./created-records";
import type { PlannedRow } from "./payment-draft";
import { recordName } from "./record-words";

/**
 * The books hold a planned payment: its row gets their id, as if a sync had read it. Nothing when
 * another worker has recorded it.
 * @throws CreationRefusedError when a sync has read it before and that row is matched.
 */
export async function recordCreated(
  ctx: CompanyContext,
  posting: ClaimedPosting,
  payment: PlannedRow,
  created: { record: LedgerPaymentRecord; draft: PaymentDraft },
): Promise<void> {
  const { companyId } = ctx;
  const { record, draft } = created;
  const key = { companyId_id: { companyId, id: payment.id } };
  await withCompanyLock(ctx, async (tx) => {
    const stored = await tx.ledgerPayment.findUnique({ where: key });
    if (stored?.state !== "planned") return;
    await adoptSynced(tx, ctx, posting, payment, record);
    await tx.ledgerPayment.update({ where: key, data: rowOf(record) });
    await tx.plannedPayment.update({
      where: { companyId_paymentId: { companyId, paymentId: payment.id } },
      data: {
        createdAt: new Date(),
        sentAt: payment.planned.sentAt ?? new Date(),
        asCreated: { ...draft },
      },
    });
    await tx.posting.updateMany({
      where: { companyId, id: posting.id, state: "sending", attempts: posting.attempts },
      data: { outcomeUnknown: false },
    });
    await recordAudit(tx, ctx, {
      action: "deposit.payment_created",
      entity: "deposit",
      entityId: posting.depositId,
      data: {
        quickbooksId: record.providerId,
        message: recordName(await loadLedgerWords(ctx, tx), record),
      },
    });
  });
}

/** A sync may have read what we created before it was recorded: its row makes way for the planned one. */
async function adoptSynced(
  tx: Tx,
  ctx: CompanyContext,
  { depositId }: ClaimedPosting,
  { integrationId }: PlannedRow,
  { kind, providerId }: LedgerPaymentRecord,
): Promise<void> {
  const { companyId } = ctx;
  const synced = await tx.ledgerPayment.findUnique({
    where: {
      companyId_integrationId_kind_providerId: { companyId, integrationId, kind, providerId },
    },
    include: {
      matchedPayments: {
        where: { live: true, match: { state: "accepted" } },
        include: { match: true },
      },
    },
  });
  if (!synced) return;
  const [taken] = synced.matchedPayments;
  if (taken) {
    const words = await loadLedgerWords(ctx, tx);
    throw new CreationRefusedError(
      "conflict",
      `${recordName(words, { kind, providerId })} was created for this deposit, but deposit ${taken.match.depositId} has been matched with it. Undo that match first.`,
    );
  }
  await releaseProposals(tx, ctx, { exceptDepositId: depositId, paymentIds: [synced.id] });
  await tx.ledgerPayment.delete({ where: { companyId_id: { companyId, id: synced.id } } });
}

function rowOf(record: LedgerPaymentRecord): Prisma.LedgerPaymentUpdateInput {
  const { providerId, customerName, customerId, customerEmail, referenceNumber, note } = record;
  const { depositedOn, bookedTo } = record;
  return {
    ...{ providerId, customerName, customerId, customerEmail, referenceNumber, note },
    // Whatever it is by now, posting reads it again before the Deposit.
    state: depositedOn === null ? "open" : "deposited",
    depositedOn,
    bookedTo,
    txnDate: new Date(record.date),
    amount: BigInt(record.amount),
    currency: record.currency,
    customer: record.customer ? { ...record.customer } : Prisma.DbNull,
    appliedTo: record.appliedTo?.map((each) => ({ ...each })) ?? Prisma.DbNull,
    raw: record.raw ?? {},
  };
}
