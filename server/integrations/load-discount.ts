import type { DiscountSettings } from "@/lib/contracts/providers";
import type { ProviderId } from "@/lib/providers/list";
import { findIntegration } from "@/server/integrations/find";
import { readDiscount } from "@/server/integrations/settings";
import type { CompanyContext } from "@/server/platform/context";

/** The discount rate of the company's account at a source; zero until one is set. */
export async function loadDiscount(
  ctx: CompanyContext,
  provider: ProviderId,
): Promise<DiscountSettings> {
  const integration = await findIntegration(ctx, provider);
  const { discountPercent, discountFixed, discountTiming } = readDiscount(integration?.settings);
  return {
    discount_percent: discountPercent,
    discount_fixed: discountFixed,
    discount_timing: discountTiming,
  };
}
