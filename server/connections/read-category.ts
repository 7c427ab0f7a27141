import type { ProviderAnswer } from "@/lib/contracts/providers";
import type { ProviderId } from "@/lib/providers/list";
import { findIntegration } from "./find";
import { readSourceSettings } from "./settings";
import type { CompanyContext } from "@/server/platform/context";

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
