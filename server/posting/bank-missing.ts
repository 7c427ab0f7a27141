import type { PayoutKind } from "@/server/connections/bank-accounts";
import { providerName } from "@/server/connections/find";
import { readLedgerSettings } from "@/server/connections/settings";

/**
 * Why there is no bank account for these payouts, and what to do.
 * @param settings of the connected books, as they are stored.
 * @param home the books' currency.
 */
export function bankMissing(
  settings: unknown,
  { source, currency }: PayoutKind,
  home: string,
): string {
  const company = readLedgerSettings(settings);
  if (!company) return "Choose a bank account in QuickBooks Settings.";
  if (currency === home) {
    return `${company.bankName} is in ${company.bankCurrency}, but this payout is in ${currency}. Choose another bank account in QuickBooks Settings.`;
  }
  return `This payout is in ${currency}. Choose a bank account for ${providerName(source)} payouts in ${currency} in QuickBooks Settings.`;
}
