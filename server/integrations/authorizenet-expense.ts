import type { ResponseOf } from "@/lib/contracts/endpoint";
import type { authorizeExpenseList } from "@/lib/contracts/integrations";
import type { CompanyContext } from "@/server/context";
import { findIntegration } from "@/server/integrations/find";
import { readSourceSettings } from "@/server/integrations/settings";

/** The expense category chosen for Authorize.Net, in the list that the documented clients read. */
export async function listAuthorizeNetExpense(
  ctx: CompanyContext,
): Promise<ResponseOf<typeof authorizeExpenseList>> {
  const integration = await findIntegration(ctx, "authorizenet");
  const chosen = readSourceSettings(integration?.settings);
  if (!chosen) return { expenses: [] };
  return { expenses: [{ meta_data: { id: chosen.categoryId, Name: chosen.categoryName } }] };
}
