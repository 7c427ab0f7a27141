/** Facts about processors' fees, shared by the engine and the browser. */

/** A fee of one payment: a share of the amount, 0 to 1, and a fixed part in minor units. */
export interface FeeRate {
  rate: number;
  fixed: number;
}

/** The usual card fee, used when nothing better is known. */
export const USUAL_CARD_FEE: FeeRate = { rate: 0.029, fixed: 30 };

/** The highest card fee that is offered to the user as an explanation. */
export const HIGHEST_CARD_FEE: FeeRate = { rate: 0.06, fixed: 50 };

/** Rates of card fees, in steps of 1 / {@link FEE_RATE_STEPS} (a hundredth of a percent). */
export const FEE_RATES = { from: 0.002, to: HIGHEST_CARD_FEE.rate } as const;
export const FEE_RATE_STEPS = 10_000;

/** No processor keeps more than this share of a payout, fixed parts included. */
export const MAX_FEE_SHARE = 0.15;

/** Fixed parts of processors' published prices, in minor units. */
export const FIXED_FEES = [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 49, 50] as const;
