import { sumMinor } from "@/lib/money";
import type { Discount } from "@/server/connections/fees/discount";
import { predictFeeLine } from "@/server/connections/fees/predict-fee-line";
import type { SourceLine, SourcePayout } from "@/server/providers/types";

/** A payout whose amount is known. */
export type CountedPayout = SourcePayout & { amount: number };

/**
 * A payout with its lines as they are stored, in minor units. The amount is the sum of the lines where the
 * source reports none, less the predicted fee where the source reports no fees (`discount`).
 */
export function payoutTotal(
  payout: SourcePayout,
  lines: SourceLine[],
  discount: Discount | null,
): { payout: CountedPayout; lines: SourceLine[] } {
  const amount = payout.amount ?? sumMinor(lines.map(({ net }) => net));
  const fee = discount && payout.itemized ? predictFeeLine(discount, payout, lines) : null;
  if (!fee) return { payout: { ...payout, amount }, lines };
  return { payout: { ...payout, amount: amount + fee.net }, lines: [...lines, fee] };
}
