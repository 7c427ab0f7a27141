import { type Integration, type LedgerPayment, Prisma } from "@/generated/prisma/client";
import { addDays, dateText } from "@/lib/dates";
import { matchByHand, settle } from "@/lib/settlement";
import { recordAudit } from "@/server/audit/record-audit";
import { foundJournal } from "@/server/deposits/deposit-journal";
import { type DepositWithLines, withLines } from "@/server/deposits/deposit-with-lines";
import { toSettlementDeposit } from "@/server/deposits/settlement-rows";
import { credentialStore } from "@/server/integrations/credential-store";
import type { CompanyContext } from "@/server/platform/context";
import { db, type Tx } from "@/server/platform/db";
import { log } from "@/server/platform/logger";
import { withCompanyLock } from "@/server/platform/with-company-lock";
import { ProviderError } from "@/server/providers/errors";
import type { LedgerDeposit } from "@/server/providers/ledger";
import { getLedger } from "@/server/providers/registry";
import { openDeposit } from "@/server/suggestions/load-open-rows";
import { releaseMatches } from "@/server/suggestions/release-matches";
import { insertMatches, releaseProposals } from "@/server/suggestions/write-matches";
import { mentions, WINDOW_DAYS } from "./find-existing";
import { CHANGED_IN_LEDGER } from "./mark-undone";

/**
 * Links open deposits to Deposits that a user or another app created for them in QuickBooks: the note names
 * the payout, the total is the payout's, and its payments add up to it. Anything less is left for the user.
 * Without the link such a deposit would stay open, since its payments are taken.
 */
export async function linkExistingDeposits(
  ctx: CompanyContext,
  integration: Integration,
): Promise<void> {
  const open = await db(ctx).deposit.findMany({
    where: { companyId: ctx.companyId, ...openDeposit },
    select: { id: true, providerId: true, txnDate: true },
    orderBy: { txnDate: "asc" },
  });
  const [first] = open;
  const last = open.at(-1);
  if (!first || !last) return;
  const existing = await depositsBetween(
    ctx,
    integration,
    dateText(first.txnDate),
    dateText(last.txnDate),
  );
  for (const { id, providerId } of open) {
    const named = existing.find((deposit) => mentions(deposit.note, providerId));
    if (named) await withCompanyLock(ctx, (tx) => adopt(tx, ctx, integration, id, named));
  }
}

async function depositsBetween(
  ctx: CompanyContext,
  integration: Integration,
  from: string,
  to: string,
): Promise<LedgerDeposit[]> {
  try {
    return await getLedger().depositsBetween(
      credentialStore(ctx, integration),
      addDays(from, -WINDOW_DAYS),
      addDays(to, WINDOW_DAYS),
    );
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // Matching does not depend on it; the next run looks again.
    log().warn({ integrationId: integration.id, error }, "could not look for existing Deposits");
    return [];
  }
}

async function adopt(
  tx: Tx,
  ctx: CompanyContext,
  integration: Integration,
  depositId: number,
  existing: LedgerDeposit,
): Promise<void> {
  const { companyId } = ctx;
  const deposit = await tx.deposit.findFirst({
    where: { companyId, id: depositId, ...openDeposit },
    include: withLines,
  });
  const letGo = await tx.posting.count({
    where: {
      companyId,
      depositId,
      quickbooksDepositId: existing.id,
      state: "undone",
      // A user who edits it in QuickBooks may add it up differently: that is their decision.
      OR: [{ errorCode: null }, { errorCode: { not: CHANGED_IN_LEDGER } }],
    },
  });
  if (!deposit || letGo > 0) return;
  if (existing.total !== Number(deposit.amount) || existing.currency !== deposit.currency) return;
  const payments = await tx.ledgerPayment.findMany({
    where: {
      companyId,
      integrationId: integration.id,
      depositedOn: existing.id,
      matchedPayments: { none: { live: true, match: { state: "accepted" } } },
    },
  });
  const sums = toSettlementDeposit(deposit);
  const match = matchByHand(
    sums.lines,
    payments.map(({ amount }) => Number(amount)),
  );
  if (payments.length === 0 || !settle(sums, [match]).closes) return;

  await releaseMatches(tx, ctx, [depositId], "go");
  await insertAdopted(tx, ctx, deposit, existing, payments, match.lineIds);
  const note = `Already recorded in QuickBooks as Deposit ${existing.id}. We linked to it.`;
  await tx.posting.create({
    data: {
      companyId,
      depositId,
      integrationId: integration.id,
      state: "posted",
      adopted: true,
      quickbooksDepositId: existing.id,
      message: note,
      journal: foundJournal(existing, payments) ?? Prisma.DbNull,
      postedAt: new Date(),
    },
  });
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: depositId } },
    data: { status: "posted", quickbooksId: existing.id, version: { increment: 1 } },
  });
  await recordAudit(tx, ctx, {
    action: "deposit.adopted",
    entity: "deposit",
    entityId: depositId,
    data: { quickbooksId: existing.id },
  });
}

async function insertAdopted(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  existing: LedgerDeposit,
  payments: LedgerPayment[],
  lineIds: number[],
): Promise<void> {
  const paymentIds = payments.map(({ id }) => id);
  await releaseProposals(tx, ctx, { exceptDepositId: deposit.id, paymentIds });
  await insertMatches(tx, ctx, [
    {
      depositId: deposit.id,
      state: "accepted",
      origin: "auto",
      kind: "many_to_many",
      algorithm: null,
      probability: 1,
      difference: 0,
      currency: deposit.currency,
      evidence: [
        {
          field: "reference",
          level: "existing_deposit",
          weight: 20,
          text: `QuickBooks Deposit ${existing.id} mentions this payout ID`,
        },
      ],
      alternatives: {},
      decidedBy: null,
      lineIds,
      paymentIds,
      adjustments: [],
    },
  ]);
}
