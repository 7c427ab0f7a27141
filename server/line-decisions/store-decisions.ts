import { randomUUID } from "node:crypto";
import type { DepositLine, Integration } from "@/generated/prisma/client";
import type { LedgerPaymentKind } from "@/lib/constants/payments";
import { plannedId } from "@/lib/constants/planned-payments";
import { type SettlementAdjustment, settle } from "@/lib/settlement";
import { matchKind } from "@/matching/engine/decision/match-kind";
import type { ListChoice } from "@/server/connections/ledger-lists";
import type { DepositWithLines } from "@/server/deposits/require-deposit";
import {
  toSettlementDeposit,
  toSettlementMatch,
  withParts,
} from "@/server/deposits/settlement-rows";
import { forgetPayments } from "@/server/matches/store-findings";
import { insertMatches, releaseProposals } from "@/server/matches/write-matches";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { ConflictError } from "@/server/platform/errors";
import { recordAudit } from "@/server/platform/record-audit";
import { type DecidingRule, ruleFacts } from "./decide-lines";

/** Payments that a user chose for lines of a deposit. */
interface LineDecision {
  deposit: DepositWithLines;
  lineIds: number[];
  paymentIds: number[];
  /** payments − lines, minor units. */
  difference: number;
  adjustments: SettlementAdjustment[];
  /** For the user: what was chosen, and how. */
  texts: string[];
}

/**
 * Stores choices as accepted matches, in the place of what was suggested for their lines. What else was suggested
 * stays until the engine decides again.
 * @throws ConflictError when a matched deposit would no longer add up.
 */
export async function storeDecisions(
  tx: Tx,
  ctx: CompanyContext,
  choices: readonly LineDecision[],
): Promise<void> {
  const { companyId } = ctx;
  const depositIds = [...new Set(choices.map(({ deposit }) => deposit.id))];
  const lineIds = choices.flatMap((choice) => choice.lineIds);
  const paymentIds = choices.flatMap((choice) => choice.paymentIds);
  await tx.match.deleteMany({
    where: {
      ...{ companyId, depositId: { in: depositIds }, state: "proposed" },
      OR: [
        { lines: { some: { lineId: { in: lineIds } } } },
        { payments: { some: { paymentId: { in: paymentIds } } } },
      ],
    },
  });
  for (const id of depositIds) {
    const own = choices.filter(({ deposit }) => deposit.id === id);
    const used = own.flatMap((choice) => choice.paymentIds);
    await releaseProposals(tx, ctx, { exceptDepositId: id, paymentIds: used });
  }
  await forgetPayments(tx, ctx, paymentIds);
  await insertMatches(
    tx,
    ctx,
    choices.map(({ deposit, texts, ...choice }) => ({
      ...choice,
      depositId: deposit.id,
      state: "accepted",
      origin: "manual",
      kind: matchKind(choice.lineIds.length, choice.paymentIds.length),
      algorithm: null,
      probability: 1,
      currency: deposit.currency,
      evidence: texts.map((text) => ({ field: "choice", level: "chosen", weight: 0, text })),
      alternatives: {},
      decidedBy: ctx.userId,
    })),
  );
  await tx.depositLine.updateMany({
    where: { companyId, id: { in: lineIds }, NOT: { waitUntil: null } },
    data: { waitUntil: null, waitNote: "" },
  });
  await tx.deposit.updateMany({
    where: { companyId, id: { in: depositIds } },
    data: { version: { increment: 1 } },
  });
  for (const { deposit } of choices) {
    if (deposit.status === "matched") await requireClosed(tx, ctx, deposit);
  }
}

/** A matched deposit is about to be posted: it has to add up with the choice too. */
async function requireClosed(
  tx: Tx,
  { companyId }: CompanyContext,
  deposit: DepositWithLines,
): Promise<void> {
  const matches = await tx.match.findMany({
    where: { companyId, depositId: deposit.id, live: true },
    include: withParts,
  });
  if (settle(toSettlementDeposit(deposit), matches.map(toSettlementMatch)).closes) return;
  throw new ConflictError(
    "already_matched",
    "This deposit is already matched. Undo the match first.",
  );
}

/** A payment or receipt that a user wants to have in the ledger. Amounts in minor units. */
export interface PaymentPlan {
  deposit: DepositWithLines;
  lines: DepositLine[];
  kind: LedgerPaymentKind;
  date: string;
  /** Signed: refund receipts are negative. */
  amount: number;
  /** `id` "": none yet, the ledger creates one of that name. */
  customer: { id: string; name: string; email: string } | null;
  reference: string;
  note: string;
  item: ListChoice | null;
  taxCode: ListChoice | null;
  class: ListChoice | null;
  invoices: { invoiceId: string; number: string; amount: number }[];
  /** What is left of it as the customer's credit. */
  credit: number;
  /** For the user: what is planned; the first one names it. */
  texts: string[];
}

/**
 * Plans payments: rows of the ledger that do not exist there yet, with accepted matches to their lines. Posting
 * creates them. In the caller's transaction, under the company's lock, after its checks.
 * @param ledger the connected one, whose ids the plans name.
 * @param rule that decided in a user's place.
 */
export async function planPayments(
  tx: Tx,
  ctx: CompanyContext,
  ledger: Integration,
  plans: readonly PaymentPlan[],
  rule: DecidingRule | null = null,
): Promise<void> {
  const { companyId } = ctx;
  const rows = plans.map((plan) => ({ plan, requestId: randomUUID() }));
  const created = await tx.ledgerPayment.createManyAndReturn({
    data: rows.map(({ plan, requestId }) => ({
      companyId,
      integrationId: ledger.id,
      kind: plan.kind,
      providerId: plannedId(requestId),
      state: "planned" as const,
      txnDate: new Date(plan.date),
      amount: BigInt(plan.amount),
      currency: plan.deposit.currency,
      customerId: plan.customer?.id ?? "",
      customerName: plan.customer?.name ?? "",
      customerEmail: plan.customer?.email ?? "",
      referenceNumber: plan.reference,
      note: plan.note,
    })),
    select: { id: true, providerId: true },
  });
  const idOf = new Map(created.map(({ id, providerId }) => [providerId, id]));
  const withIds = rows.map((row) => ({
    ...row,
    paymentId: idOf.get(plannedId(row.requestId)) ?? 0,
  }));
  await tx.plannedPayment.createMany({
    data: withIds.map(({ plan, paymentId, requestId }) => ({
      companyId,
      paymentId,
      requestId,
      depositId: plan.deposit.id,
      newCustomer: plan.customer?.id === "",
      itemId: plan.item?.id ?? null,
      itemName: plan.item?.name ?? null,
      itemAccountName: plan.item?.account ?? null,
      taxCodeId: plan.taxCode?.id ?? null,
      taxCodeName: plan.taxCode?.name ?? null,
      classId: plan.class?.id ?? null,
      className: plan.class?.name ?? null,
      invoices: plan.invoices,
      credit: BigInt(plan.credit),
      plannedBy: ctx.userId,
      ruleId: rule?.id ?? null,
    })),
  });
  await storeDecisions(
    tx,
    ctx,
    withIds.map(({ plan: { deposit, lines, amount, texts }, paymentId }) => ({
      ...{ deposit, texts, paymentIds: [paymentId], adjustments: [] },
      lineIds: lines.map(({ id }) => id),
      difference: lines.reduce((rest, { gross }) => rest - Number(gross), amount),
    })),
  );
  for (const depositId of new Set(plans.map(({ deposit }) => deposit.id))) {
    const own = plans.filter(({ deposit }) => deposit.id === depositId);
    await recordAudit(tx, ctx, {
      action: "deposit.payment_planned",
      entity: "deposit",
      entityId: depositId,
      data: {
        lineIds: own.flatMap(({ lines }) => lines.map(({ id }) => id)),
        message: messageOf(own),
        ...ruleFacts(rule),
      },
    });
  }
}

function messageOf(plans: readonly PaymentPlan[]): string {
  const [first] = plans;
  return plans.length === 1 ? (first?.texts[0] ?? "") : `${plans.length} receipts`;
}
