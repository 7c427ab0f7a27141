import { formatAmount } from "@/lib/format";
import { toDecimal } from "@/lib/money";

/** Minor units as a sentence has them: "1,240.00 USD". Always with its currency: sums can be of several. */
export function sumText(minor: number, currency: string): string {
  return `${formatAmount(toDecimal(minor, currency))} ${currency}`;
}
