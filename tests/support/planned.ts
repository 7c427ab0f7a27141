import { randomUUID } from "node:crypto";
import type { LedgerPaymentKind } from "@/lib/constants/payments";
import { LEDGERS } from "@/lib/providers/list";
import { adminDb } from "./admin-db";

export interface Plan {
  /** The deposit's line that the payment is for: its id, or its customer's name. */
  lineId?: number;
  for?: string;
  kind?: LedgerPaymentKind;
  /** Absent: a customer who does not exist yet. "": none. */
  customerId?: string;
  customerName?: string;
  itemId?: string;
  /** Of a payment. Minor units. */
  invoices?: { invoiceId: string; number: string; amount: number }[];
}

/**
 * A deposit all of whose charges are matched: those of `plans` with payments that are still to be created, the
 * others with the payment in the books of that amount. Its posting waits, by default to be retried. Written as planning
 * writes it, without its verb.
 * @returns ids of the planned payments' rows, as ordered in `plans`.
 */
export async function planDeposit(
  depositId: number,
  plans: Plan[],
  state: "failed" | "queued" = "failed",
): Promise<number[]> {
  const db = adminDb();
  const deposit = await db.deposit.findFirstOrThrow({
    where: { id: depositId },
    include: { lines: { orderBy: { id: "asc" } } },
  });
  const { companyId, currency } = deposit;
  const books = await db.integration.findFirstOrThrow({
    where: { companyId, provider: { in: LEDGERS }, status: { not: "disconnected" } },
  });
  await db.match.deleteMany({ where: { companyId, depositId } });
  const accept = (lineId: number, paymentId: number) =>
    db.match.create({
      data: {
        companyId,
        depositId,
        currency,
        state: "accepted",
        live: true,
        origin: "manual",
        kind: "one_to_one",
        probability: 1,
        decidedAt: new Date(),
        lines: { create: { lineId } },
        payments: { create: { paymentId } },
      },
    });
  const ids: number[] = [];
  const place = ({ id, customerName }: { id: number; customerName: string }) =>
    plans.findIndex((plan) => plan.lineId === id || plan.for === customerName);
  const lines = deposit.lines
    .filter(({ kind }) => kind === "charge" || kind === "refund")
    .toSorted((left, right) => place(left) - place(right));
  for (const line of lines) {
    const plan = plans[place(line)];
    if (!plan && line.kind === "refund") continue;
    if (!plan) {
      const payment = await db.ledgerPayment.findFirstOrThrow({
        where: { companyId, state: "open", amount: line.gross, matchedPayments: { none: {} } },
      });
      await accept(line.id, payment.id);
      continue;
    }
    const requestId = randomUUID();
    const isReceipt = plan.kind !== "Payment";
    const customerName = plan.customerId === "" ? "" : (plan.customerName ?? line.customerName);
    const payment = await db.ledgerPayment.create({
      data: {
        companyId,
        integrationId: books.id,
        kind: plan.kind ?? "SalesReceipt",
        providerId: `planned-${requestId}`,
        state: "planned",
        txnDate: line.date,
        amount: line.gross,
        currency,
        customerName,
        customerId: plan.customerId ?? "",
        referenceNumber: line.providerId,
        note: `Stripe ${line.providerId}`,
        planned: {
          create: {
            requestId,
            deposit: { connect: { companyId_id: { companyId, id: depositId } } },
            newCustomer: plan.customerId === undefined,
            ...(isReceipt && { itemId: plan.itemId ?? "1", itemName: "Services" }),
            invoices: plan.invoices ?? [],
          },
        },
      },
    });
    await accept(line.id, payment.id);
    ids.push(payment.id);
  }
  await db.deposit.updateMany({ where: { id: depositId }, data: { status: "matched" } });
  await db.posting.create({ data: { companyId, depositId, state } });
  return ids;
}
