import type { LedgerPayment, Prisma } from "@/generated/prisma/client";
import { type DepositWithLines, withLines } from "@/server/deposits/deposit-with-lines";
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

export interface OpenBooks {
  deposits: DepositWithLines[];
  payments: LedgerPayment[];
}

/** Everything of a company that is still to be matched. */
export async function loadOpenRows(tx: Tx, ctx: CompanyContext): Promise<OpenBooks> {
  const { companyId } = ctx;
  const deposits = await tx.deposit.findMany({
    where: { companyId, ...openDeposit },
    include: withLines,
    orderBy: { id: "asc" },
  });
  const payments = await tx.ledgerPayment.findMany({
    where: { companyId, ...freePayment },
    orderBy: { id: "asc" },
  });
  return { deposits, payments };
}
