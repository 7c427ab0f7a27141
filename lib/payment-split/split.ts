import { splitByLines } from "@/lib/payment-split/by-lines";
import { splitBySums } from "@/lib/payment-split/by-sums";
import type { Placement, Split, SplitDeposit, SplitPayment } from "@/lib/payment-split/types";
import { matchByHand, settle } from "@/lib/settlement";

/**
 * Divides payments among deposits so that each payment is used once and each deposit adds up to the cent.
 * Payments that equal the deposits' lines one by one go where those lines are; else whatever sums allow.
 * Pure: the screen shows by it what the server will do.
 */
export function splitPayments(deposits: SplitDeposit[], payments: SplitPayment[]): Split {
  const byLines = splitByLines(deposits, payments);
  const split = byLines.kind === "none" ? splitBySums(deposits, payments) : byLines;
  if (split.kind !== "one" || isComplete(deposits, payments, split.placed)) return split;
  return { kind: "none" };
}

/** Every payment is placed, and every deposit closes with its own. */
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

/** Whether these payments alone explain the deposit, by the one sum that decides everywhere. */
export function closesWith({ settlement }: SplitDeposit, amounts: number[]): boolean {
  return amounts.length > 0 && settle(settlement, [matchByHand(settlement.lines, amounts)]).closes;
}
