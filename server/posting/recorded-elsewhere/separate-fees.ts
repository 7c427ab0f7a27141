import type { LedgerPayment } from "@/generated/prisma/client";
import { addDays } from "@/lib/dates";
import { sumMinor } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { LedgerDeposit } from "@/server/providers/ledger";
import { takenFrom } from "../find-existing";
import { WINDOW_DAYS } from "./facts";

/**
 * A person who transfers a payout to the bank books its fees as money spent, in a document of its own. Where an account is
 * cleared, that reads like a refund which no payout has: it is closed with the payout if it is exactly what the Deposit
 * left of the payout's payments in their account, and no other is.
 */
export async function closeSeparateFees(
  tx: Tx,
  { companyId }: CompanyContext,
  payments: readonly Pick<LedgerPayment, "amount" | "bookedTo" | "currency" | "integrationId">[],
  deposit: LedgerDeposit,
): Promise<void> {
  const [first] = payments;
  if (!first?.bookedTo) return;
  const { bookedTo, currency, integrationId } = first;
  const left =
    sumMinor(payments.map(({ amount }) => Number(amount))) - takenFrom(deposit, bookedTo);
  if (left <= 0) return;
  const found = await tx.ledgerPayment.findMany({
    where: {
      ...{ companyId, integrationId, bookedTo, currency, kind: "RefundReceipt", state: "open" },
      amount: -left,
      txnDate: {
        gte: new Date(addDays(deposit.date, -WINDOW_DAYS)),
        lte: new Date(addDays(deposit.date, WINDOW_DAYS)),
      },
      matchedPayments: { none: { live: true } },
    },
    select: { id: true },
  });
  const [fees, another] = found;
  if (!fees || another) return;
  await tx.ledgerPayment.update({
    where: { companyId_id: { companyId, id: fees.id } },
    data: { state: "deposited", depositedOn: deposit.id },
  });
}
