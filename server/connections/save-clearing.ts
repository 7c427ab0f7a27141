import type { ProviderId } from "@/lib/providers/list";
import { requireAccount } from "./require-account";
import type { ClearingSettings } from "./settings";
import type { CompanyContext } from "@/server/platform/context";
import { storeChoice } from "./store-choice";

/**
 * Stores the account that balances negative payouts.
 * @throws UnusableInputError when QuickBooks has no such current asset account.
 */
export async function saveClearing(
  ctx: CompanyContext,
  provider: ProviderId,
  input: { account_id: string },
): Promise<{ message: string }> {
  const account = await requireAccount(ctx, input.account_id, "current_asset", "account_id");
  await storeChoice(ctx, provider, {
    clearingId: account.id,
    clearingName: account.name,
    clearingCurrency: account.currency,
  } satisfies ClearingSettings);
  return { message: "Clearing account saved successfully" };
}
