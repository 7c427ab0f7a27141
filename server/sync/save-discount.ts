import type { DiscountSettings } from "@/lib/contracts/providers";
import type { ProviderId } from "@/lib/providers/list";
import { providerName, requireIntegration } from "@/server/connections/find";
import {
  hasDiscount,
  mergeSettings,
  readDiscount,
  readFunding,
  type StoredDiscount,
  type StoredFunding,
} from "@/server/connections/settings";
import { recalculatePredictedFees } from "@/server/deposits/recalculate-predicted-fees";
import type { CompanyContext } from "@/server/platform/context";
import { enqueue } from "@/server/platform/queue/enqueue";
import { withCompanyLock } from "@/server/platform/with-company-lock";

/**
 * Stores the discount rate of a source that does not report its fees and the days until its money is at the bank, and
 * predicts the fees and dates of all unmatched deposits by them, in one transaction. Matched deposits keep theirs; only
 * the very first setting also applies to matched deposits that are not posted.
 * @throws ConflictError when the source is not connected.
 */
export async function saveDiscount(
  ctx: CompanyContext,
  provider: ProviderId,
  input: DiscountSettings,
): Promise<{ message: string }> {
  const integration = await requireIntegration(ctx, provider);
  const stored = readDiscount(integration.settings);
  const echeckPercent = input.echeck_percent ?? stored.echeckPercent;
  const echeckFixed = input.echeck_fixed ?? stored.echeckFixed;
  const funding = readFunding(integration.settings);
  const settings: StoredDiscount & StoredFunding = {
    discountPercent: twoDecimals(input.discount_percent),
    discountFixed: twoDecimals(input.discount_fixed),
    discountTiming: input.discount_timing,
    ...(echeckPercent !== undefined && { echeckPercent: twoDecimals(echeckPercent) }),
    ...(echeckFixed !== undefined && { echeckFixed: twoDecimals(echeckFixed) }),
    cardDays: input.card_days ?? funding.cardDays,
    echeckDays: input.echeck_days ?? funding.echeckDays,
    amexApart: input.amex_apart ?? funding.amexApart,
    amexDays: input.amex_days ?? funding.amexDays,
  };
  const isFirst = !hasDiscount(integration.settings);
  const changed = await withCompanyLock(ctx, async (tx) => {
    await mergeSettings(tx, ctx, integration, settings);
    return recalculatePredictedFees(tx, ctx, integration.id, { matchedToo: isFirst });
  });
  if (changed > 0) await enqueue("auto-match", { companyId: ctx.companyId });
  return { message: `${providerName(provider)} settings saved successfully` };
}

/** "2.9" → "2.90"; keeps further decimals, drops leading zeros. */
function twoDecimals(text: string): string {
  const [whole = "0", fraction = ""] = text.split(".");
  return `${Number(whole)}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
}
