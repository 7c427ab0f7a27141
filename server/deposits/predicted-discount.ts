import { minorDigits, sumMinor } from "@/lib/money";
import type { SourceLine, SourcePayout } from "@/server/providers/types";

/** What the acquirer charges, as it was set. Decimals: "2.90" percent, "0.30" of the major unit. */
export interface Discount {
  discountPercent: string;
  discountFixed: string;
  discountTiming: "daily" | "monthly";
}

const PROVIDER_KIND = "predicted_discount";

/**
 * The fee line of one payout whose source doesn't tell its fees: the percentage of what was charged,
 * rounded once as an acquirer's statement does, and the fixed part per charge. None where the discount is
 * debited at the month's end, or comes to nothing.
 */
export function predictedLine(
  discount: Discount,
  payout: Pick<SourcePayout, "providerId" | "date" | "currency">,
  lines: readonly Pick<SourceLine, "kind" | "gross">[],
): SourceLine | null {
  const charges = lines.filter(({ kind, gross }) => kind === "charge" && gross > 0);
  const fee = predictedFee(
    discount,
    charges.map(({ gross }) => gross),
    payout.currency,
  );
  if (discount.discountTiming === "monthly" || fee === 0) return null;
  return {
    providerId: `${payout.providerId}-discount`,
    kind: "fee",
    providerKind: PROVIDER_KIND,
    date: payout.date,
    gross: -fee,
    fee: 0,
    net: -fee,
    currency: payout.currency,
    feePredicted: true,
    description: descriptionOf(discount, charges.length),
    customerName: "",
    customerEmail: "",
    reference: "",
    raw: {},
  };
}

/**
 * @param charges gross amounts, minor units.
 * @returns minor units, ≥ 0, half a unit rounded up.
 */
export function predictedFee(discount: Discount, charges: number[], currency: string): number {
  const volume = BigInt(sumMinor(charges));
  const percentage = roundedQuotient(volume * tenThousandths(discount.discountPercent), 1_000_000n);
  const unit = 10n ** BigInt(minorDigits(currency));
  const fixed = roundedQuotient(tenThousandths(discount.discountFixed) * unit, 10_000n);
  return Number(percentage + fixed * BigInt(charges.length));
}

function descriptionOf({ discountPercent, discountFixed }: Discount, charges: number): string {
  const each = charges === 1 ? "1 charge" : `${charges} charges`;
  return `Processing fees (predicted: ${discountPercent} % + ${discountFixed} on ${each})`;
}

/** "2.9" → 29000n. */
function tenThousandths(decimal: string): bigint {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.slice(0, 4).padEnd(4, "0"));
}

function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor / 2n) / divisor;
}
