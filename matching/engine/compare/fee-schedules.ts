import type { FeeRate } from "@/lib/fee-schedules";

/** A fee that may have been kept of the payments in a deposit, and how often it is that one. */
export interface FeeSchedule {
  /** Null: no fee. */
  fee: FeeRate | null;
  /** Probability, 0 to 1. */
  share: number;
}

/** Prior shares where the deposit names a processor, and where it names none. */
const NAMED = { nothing: 0.3, expected: 0.55, seen: 0.15 } as const;
const UNNAMED = { nothing: 0.85, expected: 0, seen: 0.15 } as const;

/**
 * Fee schedules of a deposit before more is known of its source.
 * @param expected fee of the processor that the deposit names
 * @param seen fees observed on other deposits in this currency
 * @returns one entry per distinct fee, "no fee" first
 */
export function priorFeeSchedules(
  expected: FeeRate | null,
  seen: readonly FeeRate[],
): FeeSchedule[] {
  const prior = expected ? NAMED : UNNAMED;
  const schedules: FeeSchedule[] = [{ fee: null, share: prior.nothing }];
  if (expected) schedules.push({ fee: expected, share: prior.expected });
  for (const fee of seen) {
    if (expected && feeKey(expected) === feeKey(fee)) continue;
    schedules.push({ fee, share: prior.seen / seen.length });
  }
  return schedules;
}

/**
 * Subtracts the fee of one payment, rounded payment by payment as processors do.
 * @returns minor units; amounts up to 0 pay no fee
 */
export function lessFee(amount: number, fee: FeeRate | null): number {
  if (!fee || amount <= 0) return amount;
  return amount - Math.round(amount * fee.rate) - fee.fixed;
}

/** Key of a fee, equal for equal fees; empty for none. */
export function feeKey(fee: FeeRate | null): string {
  return fee ? `${fee.rate} ${fee.fixed}` : "";
}
