import type { BodyOf } from "@/lib/contracts/endpoint";
import type { saveLineSettings as contract } from "@/lib/contracts/line-settings";
import { providerOfWire } from "@/lib/providers/list";
import { lineDefaultSettings } from "./line-defaults";
import { requireListed } from "./require-listed";
import { requireTags } from "./require-tags";
import type { CompanyContext } from "@/server/platform/context";
import { storeChoice } from "./store-choice";

/**
 * Stores what lines without a payment of a payment source carry, and releases the postings that waited for it. What
 * is posted stays as it is.
 * @throws ConflictError when the source or QuickBooks is not connected; UnusableInputError when QuickBooks does not
 *   have what was chosen.
 */
export async function saveLineSettings(
  ctx: CompanyContext,
  input: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { id: provider, name } = providerOfWire(input.integration_type);
  const fields = { customer: "customer", class: "class_id" };
  const { customer } = await requireTags(ctx, { customer: input.customer }, fields);
  const settings = lineDefaultSettings({
    taxCode: await requireListed(ctx, "taxCodes", input.tax_code_id, "tax_code_id"),
    class: await requireListed(ctx, "classes", input.class_id, "class_id"),
    location: await requireListed(ctx, "locations", input.location_id, "location_id"),
    customer: customer ?? null,
    paymentMethod: await requireListed(
      ctx,
      "paymentMethods",
      input.payment_method_id,
      "payment_method_id",
    ),
  });
  await storeChoice(ctx, provider, settings);
  return { message: `Lines from ${name} saved` };
}
