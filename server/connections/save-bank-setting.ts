import type { BodyOf } from "@/lib/contracts/endpoint";
import type { saveBankSetting as contract } from "@/lib/contracts/line-settings";
import { LEDGER, providerOfWire } from "@/lib/providers/list";
import { bankSetting } from "./bank-accounts";
import { homeCurrency } from "./home-currency";
import { requireAccount } from "./require-account";
import type { CompanyContext } from "@/server/platform/context";
import { UnusableInputError } from "@/server/platform/errors";
import { storeChoice } from "./store-choice";

/**
 * Stores the bank account for a source's payouts in a currency, or takes it back. What waited for it is posted.
 * @throws ConflictError while QuickBooks isn't connected; UnusableInputError when it has no such bank account, or
 *   none that takes this currency.
 */
export async function saveBankSetting(
  ctx: CompanyContext,
  { integration_type, currency, account_id }: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { id: source, name } = providerOfWire(integration_type);
  const kind = { source, currency };
  const what = `${name} payouts in ${currency}`;
  if (account_id === null) {
    await storeChoice(ctx, LEDGER, bankSetting(kind, null));
    return { message: `${what} go to the company's bank account` };
  }
  const bank = await requireAccount(ctx, account_id, "bank", "account_id");
  const home = await homeCurrency(ctx);
  if (bank.currency !== currency && bank.currency !== home) {
    const message = `${bank.name} is in ${bank.currency}. Choose an account in ${[...new Set([currency, home])].join(" or ")}.`;
    throw new UnusableInputError(message, { fields: { account_id: message } });
  }
  await storeChoice(
    ctx,
    LEDGER,
    bankSetting(kind, { bankId: bank.id, bankName: bank.name, bankCurrency: bank.currency }),
  );
  return { message: `${what} go to ${bank.name}` };
}
