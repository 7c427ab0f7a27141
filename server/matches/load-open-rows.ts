import type { Prisma } from "@/generated/prisma/client";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";

/** Deposits the engine may work on: open, not deleted, and really on their way or at the bank. */
export const openDeposit = {
  status: { in: ["pending", "suggested"] },
  payoutStatus: { in: ["paid"] },
  deletedAt: null,
} satisfies Prisma.DepositWhereInput;

/**
 * Payments that a match may use: open in the connected ledger, and in no accepted match. Those that are
 * only proposed somewhere are free to be proposed elsewhere.
 */
export const freePayment = {
  state: "open",
  integration: { status: { not: "disconnected" } },
  matchedPayments: { none: { live: true, match: { state: "accepted" } } },
} satisfies Prisma.LedgerPaymentWhereInput;

/** All that the engine and the sums read: a column more costs the ORM as much as a value more of every row. */
const depositColumns = {
  ...{ id: true, providerId: true, txnDate: true, amount: true, currency: true },
  ...{ description: true, itemized: true, findings: true, integrationId: true },
} satisfies Prisma.DepositSelect;

const lineColumns = {
  ...{ id: true, kind: true, providerKind: true, date: true, gross: true, fee: true, net: true },
  ...{ feePredicted: true, accountId: true, feeAccountId: true, classId: true, className: true },
  ...{ bookedCustomerId: true, bookedCustomerName: true, description: true, reference: true },
  ...{ customer: true, customerName: true, customerEmail: true },
  ...{ numbers: true, chargeId: true, paidAmount: true, paidCurrency: true },
} satisfies Prisma.DepositLineSelect;

const paymentColumns = {
  ...{ id: true, providerId: true, kind: true, txnDate: true, amount: true, currency: true },
  ...{ customer: true, customerName: true, customerEmail: true, referenceNumber: true, note: true },
  ...{ paymentMethod: true, appliedTo: true, worthAmount: true, worthCurrency: true },
  bookedTo: true,
} satisfies Prisma.LedgerPaymentSelect;

/** Of what users have decided: the sums. */
const partColumns = {
  lines: { select: { lineId: true } },
  payments: { select: { payment: { select: { amount: true } } } },
  adjustments: true,
} satisfies Prisma.MatchSelect;

const openColumns = {
  ...depositColumns,
  lines: { select: lineColumns, orderBy: { id: "asc" } },
  integration: { select: { provider: true, settings: true } },
  matches: { where: { state: "accepted" }, select: partColumns },
} satisfies Prisma.DepositSelect;

/** So many ids are looked up; more are picked from all open rows, because a statement has a limit. */
const MAX_LOOKED_UP = 2_000;

/** An open deposit with its line decisions. */
export type OpenDeposit = Prisma.DepositGetPayload<{ select: typeof openColumns }>;

/** An open payment. */
type OpenPayment = Prisma.LedgerPaymentGetPayload<{ select: typeof paymentColumns }>;

/** Deposits that are still to be matched, of these ids. */
export async function loadDeposits(
  tx: Tx,
  { companyId }: CompanyContext,
  ids: readonly number[],
): Promise<OpenDeposit[]> {
  if (ids.length === 0) return [];
  const found = await tx.deposit.findMany({
    where: { companyId, ...openDeposit, ...lookedUp(ids) },
    select: openColumns,
    orderBy: { id: "asc" },
  });
  return picked(found, ids);
}

/** Payments that a match may use, of these ids. */
export async function loadPayments(
  tx: Tx,
  { companyId }: CompanyContext,
  ids: readonly number[],
): Promise<OpenPayment[]> {
  if (ids.length === 0) return [];
  const found = await tx.ledgerPayment.findMany({
    where: { companyId, ...freePayment, ...lookedUp(ids) },
    select: paymentColumns,
    orderBy: { id: "asc" },
  });
  return picked(found, ids);
}

function lookedUp(ids: readonly number[]) {
  return ids.length <= MAX_LOOKED_UP ? { id: { in: [...ids] } } : {};
}

function picked<Row extends { id: number }>(rows: Row[], ids: readonly number[]): Row[] {
  const wanted = new Set(ids);
  return rows.filter(({ id }) => wanted.has(id));
}
