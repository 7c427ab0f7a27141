import type { PaymentAccountView } from "@/lib/contracts/payment-account";
import { dateInZone } from "@/lib/dates";
import { LEDGER } from "@/lib/providers/list";
import { DEFAULT_TIME_ZONE } from "@/lib/time-zones";
import { requireIntegration } from "./find";
import { homeCurrency } from "./home-currency";
import { ledgerAccounts } from "./ledger-accounts";
import { canHoldPayments, readPaymentAccount } from "./payment-account";
import { readLedgerSettings } from "./settings";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

/**
 * The account whose payments are matched beside those in Undeposited Funds, and those that can be chosen.
 * @throws ConflictError when QuickBooks is not connected, ProviderError.
 */
export async function loadPaymentAccount(ctx: CompanyContext): Promise<PaymentAccountView> {
  const { settings } = await requireIntegration(ctx, LEDGER);
  const books = {
    bankId: readLedgerSettings(settings)?.bankId ?? null,
    currency: await homeCurrency(ctx),
  };
  const accounts = (await ledgerAccounts(ctx)).filter((each) => canHoldPayments(each, books));
  const chosen = readPaymentAccount(settings);
  return {
    accounts: accounts.map(({ id, name }) => ({ Id: id, Name: name })),
    account: chosen && { Id: chosen.id, Name: chosen.name },
    from: chosen?.from ?? (await startOfMonth(ctx)),
  };
}

/** Where the company is. */
async function startOfMonth(ctx: CompanyContext): Promise<string> {
  const settings = await db(ctx).companySettings.findUnique({
    where: { companyId: ctx.companyId },
    select: { timeZone: true },
  });
  const today = dateInZone(new Date(), settings?.timeZone ?? DEFAULT_TIME_ZONE);
  return `${today.slice(0, 7)}-01`;
}
