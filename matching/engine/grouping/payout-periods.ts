/** Share of deposits that are for a period of 1, 2, 3, … days; a weekend makes three. */
const SHARE_OF_DAYS = [0.4, 0.1, 0.18, 0.05, 0.03, 0.015, 0.08] as const;
/** Of two weeks, of each length of a month, and of each other length. */
const SHARE_OF_LONGER = { fortnight: 0.02, month: 0.012, other: 0.002 } as const;
/** Days without a payment that a period may begin, or end, with. */
export const MAX_EMPTY_DAYS = 8;
/**
 * The days of some payments, first and last, and how far the period that they are all payments of may reach: to the days
 * after the payment before them, and before the one after them.
 */
export interface Days {
  first: number;
  last: number;
  earliest: number;
  latest: number;
}

/** @param before day of the payment before, @param after of the one after; undefined for none */
export function daysOf(first: number, last: number, before?: number, after?: number): Days {
  const earliest = Math.max(first - MAX_EMPTY_DAYS, (before ?? Number.NEGATIVE_INFINITY) + 1);
  const latest = Math.min(last + MAX_EMPTY_DAYS, (after ?? Number.POSITIVE_INFINITY) - 1);
  return { first, last, earliest: Math.min(first, earliest), latest: Math.max(last, latest) };
}

/** @returns prior share of deposits that are for a period of so many days, less one */
export function lengthPrior(daysBetween: number): number {
  const days = daysBetween + 1;
  if (days === 14) return SHARE_OF_LONGER.fortnight;
  if (days >= 28 && days <= 31) return SHARE_OF_LONGER.month;
  return SHARE_OF_DAYS[daysBetween] ?? SHARE_OF_LONGER.other;
}
