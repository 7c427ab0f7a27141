import { type FormatPreferences, useFormatPreferences } from "@/components/ui/format-preferences";
import type { Deposit } from "@/lib/contracts/deposits";
import { formatAmount } from "@/lib/format";
import { formatDay } from "@/lib/format-date";

type Titled = Pick<Deposit, "source" | "txn_date" | "total_amt" | "currency">;

/** What a bookkeeper calls a payout: "Stripe payout · Nov 12 · 1,678.70". @param year of today. */
export function payoutTitle(
  { source, txn_date, total_amt, currency }: Titled,
  { dateFormat, currency: home }: FormatPreferences,
  year: number,
): string {
  const code = currency === home ? "" : `${currency} `;
  const day = formatDay(txn_date, dateFormat, year);
  return `${source} payout · ${day} · ${code}${formatAmount(total_amt)}`;
}

/** {@link payoutTitle} in the company's formats. */
export function usePayoutTitle(): (payout: Titled) => string {
  const preferences = useFormatPreferences();
  return (payout) => payoutTitle(payout, preferences, new Date().getFullYear());
}
