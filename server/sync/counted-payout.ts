import { sumMinor } from "@/lib/money";
import { type Discount, predictedLine } from "@/server/deposits/predicted-discount";
import type { SourceLine, SourcePayout } from "@/server/providers/types";

/** A payout whose amount is known. */
export type CountedPayout = SourcePayout & { amount: number };

/**
 * A payout with its lines as they are stored: the amount made from the lines where the source tells it no
 * other way, less the predicted fee where it tells no fees (`discount`).
 */
export function countPayout(
  payout: SourcePayout,
  lines: SourceLine[],
  discount: Discount | null,
): { payout: CountedPayout; lines: SourceLine[] } {
  const amount = payout.amount ?? sumMinor(lines.map(({ net }) => net));
  const fee = discount && payout.itemized ? predictedLine(discount, payout, lines) : null;
  if (!fee) return { payout: { ...payout, amount }, lines };
  return { payout: { ...payout, amount: amount + fee.net }, lines: [...lines, fee] };
}
