import type { CurrentDiscount } from "@/lib/contracts/providers";
import type { ProviderId } from "@/lib/providers/list";
import { findIntegration } from "./find";
import { hasDiscount, readDiscount, readFunding } from "./settings";
import type { CompanyContext } from "@/server/platform/context";

/** The discount rate and the days to the bank of the company's account at a source; zero until they are set. */
export async function loadDiscount(
  ctx: CompanyContext,
  provider: ProviderId,
): Promise<CurrentDiscount> {
  const settings = (await findIntegration(ctx, provider))?.settings;
  const rate = readDiscount(settings);
  const funding = readFunding(settings);
  return {
    discount_percent: rate.discountPercent,
    discount_fixed: rate.discountFixed,
    discount_timing: rate.discountTiming,
    echeck_percent: rate.echeckPercent ?? rate.discountPercent,
    echeck_fixed: rate.echeckFixed ?? rate.discountFixed,
    card_days: funding.cardDays,
    echeck_days: funding.echeckDays,
    amex_apart: funding.amexApart,
    amex_days: funding.amexDays,
    is_default: !hasDiscount(settings),
  };
}
