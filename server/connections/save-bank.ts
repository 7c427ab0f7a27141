import type { ProviderId } from "@/lib/providers/list";
import { requireIntegration } from "./find";
import { readPaymentAccount } from "./payment-account";
import { requireAccount } from "./require-account";
import type { LedgerSettings } from "./settings";
import type { CompanyContext } from "@/server/platform/context";
import { UnusableInputError } from "@/server/platform/errors";
import { storeChoice } from "./store-choice";

/**
 * Stores the bank account for Deposits, with its name in QuickBooks instead of the name sent.
 * @throws UnusableInputError when QuickBooks has no such bank account, or payments are taken from it.
 */
export async function saveBank(
  ctx: CompanyContext,
  provider: ProviderId,
  input: { bank_id: string },
): Promise<{ message: string }> {
  const bank = await requireAccount(ctx, input.bank_id, "bank", "bank_id");
  const { settings } = await requireIntegration(ctx, provider);
  if (readPaymentAccount(settings)?.id === bank.id) {
    const message = `Payments in ${bank.name} are matched, and a deposit can't go where they come from. Choose another account for one of the two.`;
    throw new UnusableInputError(message, { fields: { bank_id: message } });
  }
  await storeChoice(ctx, provider, {
    bankId: bank.id,
    bankName: bank.name,
    bankCurrency: bank.currency,
  } satisfies LedgerSettings);
  return { message: "Bank account settings saved successfully" };
}
