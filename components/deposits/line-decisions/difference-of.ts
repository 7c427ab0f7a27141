import { parseDecimal, sumMinor } from "@/lib/money";

/**
 * What a line is more than the payments, in minor units: 0 where they are its gross or its net amount. What is
 * left over has to be booked to an account.
 */
export function differenceOf(
  line: { amount: string; net: string },
  payments: readonly { TotalAmt: string }[],
  currency: string,
): number {
  const minor = (text: string) => parseDecimal(text, currency);
  const paid = sumMinor(payments.map(({ TotalAmt }) => minor(TotalAmt)));
  return paid === minor(line.net) ? 0 : minor(line.amount) - paid;
}
