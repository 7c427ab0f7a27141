import type { ProviderId } from "@/lib/providers/list";
import { requireAccount } from "@/server/integrations/require-account";
import type { LedgerSettings } from "@/server/integrations/settings";
import type { CompanyContext } from "@/server/platform/context";
import { storeChoice } from "@/server/workflows/store-choice";

/**
 * Stores the bank account for Deposits, with its name in QuickBooks instead of the name sent.
 * @throws UnusableInputError when QuickBooks has no such bank account.
 */
export async function saveBank(
  ctx: CompanyContext,
  provider: ProviderId,
  input: { bank_id: string },
): Promise<{ message: string }> {
  const bank = await requireAccount(ctx, input.bank_id, "bank", "bank_id");
  await storeChoice(ctx, provider, {
    bankId: bank.id,
    bankName: bank.name,
    bankCurrency: bank.currency,
  } satisfies LedgerSettings);
  return { message: "Bank account settings saved successfully" };
}
