import { splitByLines } from "@/lib/payment-split/by-lines";
import { splitBySums } from "@/lib/payment-split/by-sums";
import type { Placement, Split, SplitDeposit, SplitPayment } from "@/lib/payment-split/types";
import { matchByHand, settle } from "@/lib/settlement";

/**
 * Divides payments among deposits so that each payment is used once and each deposit adds up to the cent.
 * Payments that equal the deposits' lines one by one go to those lines' deposits; otherwise the sums decide.
 * Pure, so the screen can preview what the server will do.
 */
export function splitPayments(deposits: SplitDeposit[], payments: SplitPayment[]): Split {
  const byLines = splitByLines(deposits, payments);
  const split = byLines.kind === "none" ? splitBySums(deposits, payments) : byLines;
  if (split.kind !== "one" || isComplete(deposits, payments, split.placed)) return split;
  return { kind: "none" };
}

/** Whether every payment is placed and every deposit closes. */
export function isComplete(
  deposits: SplitDeposit[],
  payments: SplitPayment[],
  placed: Placement,
): boolean {
  if (payments.some(({ id }) => !placed.has(id))) return false;
  return deposits.every((deposit) =>
    closesWith(
      deposit,
      payments.filter(({ id }) => placed.get(id) === deposit.id).map(({ amount }) => amount),
    ),
  );
}

/** Whether these payments alone explain the deposit, by `settle`. */
export function closesWith({ settlement }: SplitDeposit, amounts: number[]): boolean {
  return amounts.length > 0 && settle(settlement, [matchByHand(settlement.lines, amounts)]).closes;
}
