import type { ProviderId } from "@/lib/providers/list";
import { requireAccount } from "./require-account";
import type { SourceSettings } from "./settings";
import type { CompanyContext } from "@/server/platform/context";
import { storeChoice } from "./store-choice";

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
