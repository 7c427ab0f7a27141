import type { BodyOf } from "@/lib/contracts/endpoint";
import type { saveReceiptSettings as contract } from "@/lib/contracts/receipts";
import { providerOfWire } from "@/lib/providers/list";
import { requireIntegration } from "./find";
import { mergeSettings } from "./merge-settings";
import { receiptDefaultSettings } from "./receipt-defaults";
import { requireListed } from "./require-listed";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";

/**
 * Stores what receipts of a payment source are created with. What is planned already stays as it was chosen.
 * @throws ConflictError when the source or QuickBooks is not connected; UnusableInputError when QuickBooks does not
 *   have what was chosen.
 */
export async function saveReceiptSettings(
  ctx: CompanyContext,
  input: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { id: provider, name } = providerOfWire(input.integration_type);
  const integration = await requireIntegration(ctx, provider);
  const settings = receiptDefaultSettings({
    item: await requireListed(ctx, "items", input.item_id, "item_id"),
    refundItem: await requireListed(ctx, "items", input.refund_item_id, "refund_item_id"),
    taxCode: await requireListed(ctx, "taxCodes", input.tax_code_id, "tax_code_id"),
    class: await requireListed(ctx, "classes", input.class_id, "class_id"),
    memo: input.memo,
  });
  await db(ctx).$transaction((tx) => mergeSettings(tx, ctx, integration, settings));
  return { message: `Receipts from ${name} saved` };
}
