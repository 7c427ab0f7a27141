import type { FeeModel } from "./fees";

export type FeeRate = NonNullable<ReturnType<FeeModel["rateFor"]>>;

/** What a payer may have kept of the payments in a deposit, and how often it is that. */
export interface Tariff {
  /** Null: nothing was kept. */
  fee: FeeRate | null;
  share: number;
}

/** Shares before anything is seen, where a processor is named and where none is. */
const NAMED = { nothing: 0.3, expected: 0.55, seen: 0.15 } as const;
const UNNAMED = { nothing: 0.85, expected: 0, seen: 0.15 } as const;

/**
 * What may have been kept of the payments in a deposit, before more is known of its payer.
 *
 * @param expected the fee of the processor that the deposit names
 * @param seen fees that other deposits in this currency show
 */
export function usualTariffs(expected: FeeRate | null, seen: readonly FeeRate[]): Tariff[] {
  const prior = expected ? NAMED : UNNAMED;
  const tariffs: Tariff[] = [{ fee: null, share: prior.nothing }];
  if (expected) tariffs.push({ fee: expected, share: prior.expected });
  for (const fee of seen) {
    if (expected && nameOfFee(expected) === nameOfFee(fee)) continue;
    tariffs.push({ fee, share: prior.seen / seen.length });
  }
  return tariffs;
}

/** What reaches the bank of one payment, rounded as processors do: payment by payment. */
export function lessFee(amount: number, fee: FeeRate | null): number {
  if (!fee || amount <= 0) return amount;
  return amount - Math.round(amount * fee.rate) - fee.fixed;
}

export function nameOfFee(fee: FeeRate | null): string {
  return fee ? `${fee.rate} ${fee.fixed}` : "";
}
