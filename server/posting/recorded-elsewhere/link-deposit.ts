import { type Integration, type LedgerPayment, Prisma } from "@/generated/prisma/client";
import { capitalized } from "@/lib/capitalized";
import type { LedgerWords } from "@/lib/ledger-words";
import { matchByHand, settle } from "@/lib/settlement";
import { hasUndepositedFunds } from "@/server/connections/payment-account";
import { foundJournal } from "@/server/deposits/deposit-journal";
import type { DepositWithLines } from "@/server/deposits/require-deposit";
import { toSettlementDeposit } from "@/server/deposits/settlement-rows";
import { insertMatches, releaseMatches, releaseProposals } from "@/server/matches/write-matches";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import type { LedgerDeposit } from "@/server/providers/ledger";
import { wordsOf } from "@/server/work/ledger-words";
import { recordIn } from "../record-words";
import { closeSeparateFees } from "./separate-fees";
import { forgetSuggestions } from "./suggestions";

/**
 * Ties an open deposit to the Deposit that the books have of it already, under the company's lock: nothing is sent.
 * The Deposit's payments become its match; one without payments has none. In books that clear an account no Deposit
 * names its payments: its match stays, and so does a suggestion, which the Deposit confirms.
 * @param evidence in words.
 * @returns false, and nothing changes, when the sums don't agree or another payout has this Deposit.
 */
export async function linkDeposit(
  tx: Tx,
  ctx: CompanyContext,
  integration: Pick<Integration, "id" | "provider">,
  deposit: DepositWithLines,
  { existing, evidence }: { existing: LedgerDeposit; evidence: readonly string[] },
): Promise<boolean> {
  const { companyId } = ctx;
  if (existing.total !== Number(deposit.amount) || existing.currency !== deposit.currency)
    return false;
  if (await isTaken(tx, ctx, integration, existing.id)) return false;
  const payments = await paymentsOn(tx, ctx, integration, existing.id);
  const sums = toSettlementDeposit(deposit);
  const match = matchByHand(
    sums.lines,
    payments.map(({ amount }) => Number(amount)),
  );
  // With payments that we don't know, or that leave a difference, the proof of the sum would be wrong.
  const isProved =
    existing.payments.length === 0 || (payments.length > 0 && settle(sums, [match]).closes);
  if (!isProved) return false;

  const words = wordsOf(integration.provider);
  const isMatchKept = await keepMatch(tx, ctx, integration, deposit, existing);
  if (!isMatchKept) await releaseMatches(tx, ctx, [deposit.id], "go");
  if (payments.length > 0) {
    const found = { existing, payments, lineIds: match.lineIds, evidence, words };
    await insertFound(tx, ctx, deposit, found);
  }
  const as = words.numberOf(existing.id) && ` as ${words.depositOf(existing.id)}`;
  await tx.posting.create({
    data: {
      ...{ companyId, depositId: deposit.id, integrationId: integration.id },
      ...{ state: "posted", adopted: true, quickbooksDepositId: existing.id },
      message: `Already recorded in ${words.name}${as} (${evidence.join(", ")}). We linked to it.`,
      journal: foundJournal(existing, payments, words) ?? Prisma.DbNull,
      postedAt: new Date(),
    },
  });
  await tx.deposit.update({
    where: { companyId_id: { companyId, id: deposit.id } },
    data: { status: "posted", quickbooksId: existing.id, version: { increment: 1 } },
  });
  await forgetSuggestions(tx, ctx, { depositId: deposit.id, quickbooksDepositId: existing.id });
  await recordAudit(tx, ctx, {
    action: "deposit.adopted",
    entity: "deposit",
    entityId: deposit.id,
    data: { quickbooksId: existing.id, message: evidence.join(", ") },
  });
  return true;
}

/**
 * Ends a deposit's posting and leaves its match, whose payments the Deposit has: in books that clear an account.
 * @returns false where there is no such match; nothing changes.
 */
async function keepMatch(
  tx: Tx,
  ctx: CompanyContext,
  integration: Pick<Integration, "provider">,
  { id: depositId, status }: DepositWithLines,
  existing: LedgerDeposit,
): Promise<boolean> {
  if (hasUndepositedFunds(integration) || status === "pending") return false;
  const { companyId } = ctx;
  const matched = await tx.ledgerPayment.findMany({
    where: { companyId, matchedPayments: { some: { live: true, match: { depositId } } } },
  });
  if (matched.length === 0 || matched.some(({ state }) => state !== "open")) return false;
  await tx.match.updateMany({
    where: { companyId, depositId, state: "proposed" },
    data: { state: "accepted", decidedBy: ctx.userId, decidedAt: new Date() },
  });
  await tx.posting.updateMany({
    where: { companyId, depositId, NOT: { state: "undone" } },
    data: { state: "undone", undoneAt: new Date() },
  });
  await tx.ledgerPayment.updateMany({
    where: { companyId, id: { in: matched.map(({ id }) => id) } },
    data: { state: "deposited", depositedOn: existing.id },
  });
  await closeSeparateFees(tx, ctx, matched, existing);
  return true;
}

/** Whether a payout has this Deposit: linked, posted, or put aside for it. */
async function isTaken(
  tx: Tx,
  { companyId }: CompanyContext,
  { id: integrationId }: Pick<Integration, "id">,
  quickbooksDepositId: string,
): Promise<boolean> {
  const taken = await tx.posting.count({
    where: {
      ...{ companyId, quickbooksDepositId, NOT: { state: "undone" } },
      OR: [{ integrationId }, { integrationId: null }],
    },
  });
  return taken > 0;
}

function paymentsOn(
  tx: Tx,
  { companyId }: CompanyContext,
  { id: integrationId }: Pick<Integration, "id">,
  depositedOn: string,
): Promise<LedgerPayment[]> {
  return tx.ledgerPayment.findMany({
    where: {
      ...{ companyId, integrationId, depositedOn },
      matchedPayments: { none: { live: true, match: { state: "accepted" } } },
    },
  });
}

async function insertFound(
  tx: Tx,
  ctx: CompanyContext,
  deposit: DepositWithLines,
  found: {
    existing: LedgerDeposit;
    payments: LedgerPayment[];
    lineIds: number[];
    evidence: readonly string[];
    words: LedgerWords;
  },
): Promise<void> {
  const { existing, payments, lineIds, evidence, words } = found;
  const paymentIds = payments.map(({ id }) => id);
  await releaseProposals(tx, ctx, { exceptDepositId: deposit.id, paymentIds });
  await insertMatches(tx, ctx, [
    {
      depositId: deposit.id,
      state: "accepted",
      origin: ctx.userId === null ? "auto" : "manual",
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
          text: `${capitalized(recordIn(words, existing.id))}: ${evidence.join(", ")}`,
        },
      ],
      alternatives: {},
      decidedBy: ctx.userId,
      lineIds,
      paymentIds,
      adjustments: [],
    },
  ]);
}
