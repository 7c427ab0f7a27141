import type { ProviderAnswer } from "@/lib/contracts/providers";
import type { ProviderId } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { findIntegration } from "./find";
import { requireAccount } from "./ledger-accounts";
import { readSourceSettings, type SourceSettings, storeChoice } from "./settings";

/** The expense category chosen for a source, as the list that the documented clients read. */
export async function readCategory(
  ctx: CompanyContext,
  provider: ProviderId,
): Promise<ProviderAnswer<"readCategory">> {
  const integration = await findIntegration(ctx, provider);
  const chosen = readSourceSettings(integration?.settings);
  if (!chosen) return { expenses: [] };
  return { expenses: [{ meta_data: { id: chosen.categoryId, Name: chosen.categoryName } }] };
}

/**
 * Stores the expense category for a source's fees.
 * @throws UnusableInputError when QuickBooks has no such expense account.
 */
export async function saveCategory(
  ctx: CompanyContext,
  provider: ProviderId,
  input: { category: { Id: string } },
): Promise<{ message: string }> {
  const account = await requireAccount(ctx, input.category.Id, "expense", "category");
  const settings: SourceSettings = { categoryId: account.id, categoryName: account.name };
  await storeChoice(ctx, provider, { ...settings });
  return { message: "Expense category saved successfully" };
}
