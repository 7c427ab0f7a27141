import { sumMinor } from "@/lib/money";
import type { CompanyContext } from "@/server/platform/context";
import type { Tx } from "@/server/platform/db";
import type { LedgerDeposit } from "@/server/providers/ledger";
import type { PlannedRow } from "./payment-draft";

/**
 * The payments that we created, or may have created, for a deposit's match, or whose customer we created; the
 * newest first. Once a match has
 * ended they are payments like any other: a later match of the same payment does not make it ours again.
 */
export async function createdRecordsOf(
  tx: Tx,
  ctx: CompanyContext,
  depositId: number,
): Promise<PlannedRow[]> {
  const all = await everCreatedFor(tx, ctx, depositId);
  return all.filter(({ planned }) => planned.removedAt === null);
}

/** The same with those that an undo, which is not finished, has deleted. */
export async function everCreatedFor(
  tx: Tx,
  { companyId }: CompanyContext,
  depositId: number,
): Promise<PlannedRow[]> {
  const found = await tx.plannedPayment.findMany({
    where: {
      companyId,
      depositId,
      OR: [{ sentAt: { not: null } }, { createdCustomerId: { not: null } }],
      payment: {
        matchedPayments: { some: { live: true, match: { depositId, state: "accepted" } } },
      },
    },
    include: {
      payment: {
        include: { matchedPayments: { where: { live: true }, include: { match: true } } },
      },
    },
    orderBy: [{ createdAt: { sort: "desc", nulls: "first" } }, { paymentId: "desc" }],
  });
  return found.flatMap(({ payment: { matchedPayments, ...payment }, ...planned }) => {
    const { createdAt } = planned;
    const forThisMatch =
      createdAt === null || matchedPayments.some(({ match }) => match.createdAt <= createdAt);
    return forThisMatch ? [{ ...payment, planned }] : [];
  });
}

/** A payment that was booked to another account than Undeposited Funds. */
interface BookedPayment {
  bookedTo: string;
  /** Signed, minor units. */
  amount: number;
}

/**
 * Which payments a Deposit takes out of the accounts that they were booked to. No line links them, so its lines on
 * such an account decide: line by line, or all of them together as one sum, which people enter by hand.
 */
export function depositsHolding<Payment extends BookedPayment>(
  { entries }: Pick<LedgerDeposit, "entries">,
  payments: readonly Payment[],
): Payment[] {
  const accounts = new Set(payments.map(({ bookedTo }) => bookedTo));
  return [...accounts].flatMap((account) => {
    const lines = entries.flatMap((entry) => (entry.accountId === account ? entry.amount : []));
    const ofAccount = payments.filter(({ bookedTo }) => bookedTo === account);
    const total = sumMinor(ofAccount.map(({ amount }) => amount));
    return lines.length > 0 && sumMinor(lines) === total ? ofAccount : lineByLine(lines, ofAccount);
  });
}

function lineByLine<Payment extends BookedPayment>(
  lines: readonly number[],
  payments: readonly Payment[],
): Payment[] {
  const left = [...lines];
  return payments.filter(({ amount }) => {
    const at = left.indexOf(amount);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
