import { randomUUID } from "node:crypto";
import type { DepositLine, Integration } from "@/generated/prisma/client";
import type { LedgerPaymentKind } from "@/lib/contracts/values/payments";
import { plannedId } from "@/lib/contracts/values/planned-payments";
import type { ListChoice } from "@/server/connections/ledger-lists";
import type { DepositWithLines } from "@/server/deposits/require-deposit";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import { recordAudit } from "@/server/platform/record-audit";
import { acceptChoices } from "./accept-choices";
import { type DecidingRule, ruleFacts } from "./require-open-lines";

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
  await acceptChoices(
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
