import type { SourceLine, SourcePayout } from "@/server/providers/types";
import type { Discount } from "./discount";
import { predictFee } from "./predict-fee";

const PROVIDER_KIND = "predicted_discount";

/**
 * The fee line of one payout whose source doesn't report its fees, amounts in minor units. Null when the
 * discount is debited at the end of the month, or comes to nothing.
 */
export function predictFeeLine(
  discount: Discount,
  payout: Pick<SourcePayout, "providerId" | "date" | "currency">,
  lines: readonly Pick<SourceLine, "kind" | "gross">[],
): SourceLine | null {
  const charges = lines.filter(({ kind, gross }) => kind === "charge" && gross > 0);
  const fee = predictFee(
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
    customer: null,
    reference: "",
    raw: {},
  };
}

function descriptionOf({ discountPercent, discountFixed }: Discount, charges: number): string {
  const each = charges === 1 ? "1 charge" : `${charges} charges`;
  return `Processing fees (estimated: ${discountPercent}% + ${discountFixed} on ${each})`;
}
