import type { ClearingSettings, LedgerSettings } from "@/server/connections/settings";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import type { ClaimedPosting } from "./claim-posting";

/**
 * Why QuickBooks would refuse an account that the Deposit goes to or is balanced by: beside the books' home
 * currency, a Deposit can only touch accounts in its own. Null when they fit. No provider call: the currency
 * of an account can't be changed, and was stored when the account was chosen.
 */
export async function currencyObstacle(
  ctx: CompanyContext,
  { deposit }: ClaimedPosting,
  { bank, clearing }: { bank: LedgerSettings; clearing: ClearingSettings | null },
): Promise<string | null> {
  const { bankCurrency, currency: paid } = deposit;
  if (bankCurrency !== null) {
    return `This payout is in ${paid}, but it was paid into a bank account in ${bankCurrency}, and its amount there isn't known. Record it in QuickBooks with the amount on your bank statement, then mark it as booked elsewhere.`;
  }
  const { currency: home } = await db(ctx).company.findUniqueOrThrow({
    where: { id: ctx.companyId },
    select: { currency: true },
  });
  // A choice stored by an earlier version has no currency: then QuickBooks itself refuses.
  const fits = (currency = home) => currency === home || currency === deposit.currency;
  if (!fits(bank.bankCurrency)) {
    return words(bank.bankName, bank.bankCurrency, deposit.currency, "bank");
  }
  // Only a payout below zero is balanced.
  if (deposit.amount < 0n && clearing && !fits(clearing.clearingCurrency)) {
    return words(clearing.clearingName, clearing.clearingCurrency, deposit.currency, "clearing");
  }
  return null;
}

function words(name: string, kept: string | undefined, payout: string, kind: string): string {
  return `${name} is in ${kept}, but this payout is in ${payout}. Choose another ${kind} account in QuickBooks Settings.`;
}
