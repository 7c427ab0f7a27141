import type { DiscountSettings } from "@/lib/contracts/integrations";
import type { CompanyContext } from "@/server/context";
import { predictFeesAgain } from "@/server/deposits/predict-fees-again";
import { requireIntegration } from "@/server/integrations/find";
import { mergeSettings } from "@/server/integrations/merge-settings";
import { hasDiscount, type StoredDiscount } from "@/server/integrations/settings";
import { enqueue } from "@/server/jobs/enqueue";
import { withMatchingLock } from "@/server/matches/matching-lock";

/**
 * Stores Authorize.Net's discount rate, and predicts the fees of all deposits that are not matched yet
 * by it, in one transaction. What is matched stays as it was decided; only the first rate of all reaches
 * matched deposits too, as long as they are not posted.
 * @throws ConflictError when Authorize.Net is not connected.
 */
export async function saveDiscount(
  ctx: CompanyContext,
  input: DiscountSettings,
): Promise<{ message: string }> {
  const integration = await requireIntegration(ctx, "authorizenet");
  const settings: StoredDiscount = {
    discountPercent: twoDecimals(input.discount_percent),
    discountFixed: twoDecimals(input.discount_fixed),
    discountTiming: input.discount_timing,
  };
  const isFirst = !hasDiscount(integration.settings);
  const changed = await withMatchingLock(ctx, async (tx) => {
    await mergeSettings(tx, ctx, integration, settings);
    return predictFeesAgain(tx, ctx, integration.id, { matchedToo: isFirst });
  });
  if (changed > 0) await enqueue("auto-match", { companyId: ctx.companyId });
  return { message: "Authorize.Net settings saved successfully" };
}

/** "2.9" → "2.90"; further decimals stay, leading zeros go. */
function twoDecimals(text: string): string {
  const [whole = "0", fraction = ""] = text.split(".");
  return `${Number(whole)}.${fraction.replace(/0+$/, "").padEnd(2, "0")}`;
}
