import { sumMinor } from "@/lib/money";
import type { LedgerDeposit } from "@/server/providers/ledger";

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
export function heldBy<Payment extends BookedPayment>(
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
