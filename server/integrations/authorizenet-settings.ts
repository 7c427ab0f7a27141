import type { DiscountSettings } from "@/lib/contracts/integrations";
import type { CompanyContext } from "@/server/context";
import { findIntegration } from "@/server/integrations/find";
import { readDiscount } from "@/server/integrations/settings";

/** The discount rate of the company's Authorize.Net account; zero until one is set. */
export async function readAuthorizeNetSettings(ctx: CompanyContext): Promise<DiscountSettings> {
  const integration = await findIntegration(ctx, "authorizenet");
  const { discountPercent, discountFixed, discountTiming } = readDiscount(integration?.settings);
  return {
    discount_percent: discountPercent,
    discount_fixed: discountFixed,
    discount_timing: discountTiming,
  };
}
