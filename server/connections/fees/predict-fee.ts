import { minorDigits, sumMinor } from "@/lib/money";
import type { Rate } from "./discount";

/**
 * The fee on a set of charges. The percentage is rounded once over their volume, as an acquirer's
 * statement does it; the fixed part is charged per charge.
 *
 * @param charges gross amounts, minor units.
 * @returns minor units, ≥ 0, half a unit rounded up.
 */
export function predictFee(rate: Rate, charges: number[], currency: string): number {
  const volume = BigInt(sumMinor(charges));
  const percentage = roundedQuotient(volume * tenThousandths(rate.percent), 1_000_000n);
  const unit = 10n ** BigInt(minorDigits(currency));
  const fixed = roundedQuotient(tenThousandths(rate.fixed) * unit, 10_000n);
  return Number(percentage + fixed * BigInt(charges.length));
}

/** "2.9" → 29000n. */
function tenThousandths(decimal: string): bigint {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.slice(0, 4).padEnd(4, "0"));
}

function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor / 2n) / divisor;
}
