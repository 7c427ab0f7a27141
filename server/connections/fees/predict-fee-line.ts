import type { SourceLine, SourcePayout } from "@/server/providers/types";
import type { Discount, Rate } from "./discount";
import { predictFee } from "./predict-fee";

const PROVIDER_KIND = "predicted_discount";

/**
 * The fee line of one payout whose source doesn't report its fees, amounts in minor units. Null when the
 * discount is debited at the end of the month, or comes to nothing.
 */
export function predictFeeLine(
  discount: Discount,
  payout: Pick<SourcePayout, "providerId" | "date" | "currency"> & {
    paidBy?: string | null | undefined;
  },
  lines: readonly Pick<SourceLine, "kind" | "gross">[],
): SourceLine | null {
  const rate = rateOf(discount, payout.paidBy);
  const charges = lines.filter(({ kind, gross }) => kind === "charge" && gross > 0);
  const fee = predictFee(
    rate,
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
    description: descriptionOf(rate, charges.length),
    customerName: "",
    customerEmail: "",
    customer: null,
    reference: "",
    raw: {},
  };
}

function rateOf(discount: Discount, paidBy: string | null | undefined): Rate {
  const { discountPercent: percent, discountFixed: fixed, echeckPercent, echeckFixed } = discount;
  if (paidBy !== "echeck") return { percent, fixed };
  return { percent: echeckPercent ?? percent, fixed: echeckFixed ?? fixed };
}

function descriptionOf({ percent, fixed }: Rate, charges: number): string {
  const each = charges === 1 ? "1 charge" : `${charges} charges`;
  return `Processing fees (estimated: ${percent}% + ${fixed} on ${each})`;
}
