import { z } from "zod";
import type { Integration } from "@/generated/prisma/client";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { saveReceiptSettings as contract, ReceiptSettings } from "@/lib/contracts/receipts";
import { describeProvider, providerOfWire } from "@/lib/providers/list";
import type { CompanyContext } from "@/server/platform/context";
import { db } from "@/server/platform/db";
import { requireSource, sourceName } from "./find";
import { chosen, type ListChoice, listFirstOfEach, requireListed } from "./ledger-lists";
import { mergeSettings, storedSettings } from "./settings";

/** What receipts of a source are created with; null where nothing was chosen. */
export interface ReceiptDefaults {
  item: ListChoice | null;
  /** Of refund receipts; null: the same as of sales receipts. */
  refundItem: ListChoice | null;
  taxCode: ListChoice | null;
  class: ListChoice | null;
  memo: string;
}

const KEYS = {
  item: "receipt:item",
  refundItem: "receipt:refund_item",
  taxCode: "receipt:tax_code",
  class: "receipt:class",
  memo: "receipt:memo",
} as const satisfies Record<keyof ReceiptDefaults, string>;

/** Those that name something of one ledger, and leave with it. */
export const RECEIPT_LIST_KEYS: readonly string[] = [
  KEYS.item,
  KEYS.refundItem,
  KEYS.taxCode,
  KEYS.class,
];

/** The defaults in a source's stored settings. */
export function readReceiptDefaults(settings: unknown): ReceiptDefaults {
  const values = storedSettings.parse(settings);
  const choice = (key: string) => chosen.safeParse(values[key]).data ?? null;
  return {
    item: choice(KEYS.item),
    refundItem: choice(KEYS.refundItem),
    taxCode: choice(KEYS.taxCode),
    class: choice(KEYS.class),
    memo: z.string().safeParse(values[KEYS.memo]).data ?? "",
  };
}

/** The defaults as the settings store them. */
export function receiptDefaultSettings(defaults: ReceiptDefaults) {
  return {
    [KEYS.item]: defaults.item,
    [KEYS.refundItem]: defaults.refundItem,
    [KEYS.taxCode]: defaults.taxCode,
    [KEYS.class]: defaults.class,
    [KEYS.memo]: defaults.memo,
  };
}

/** What receipts are created with, for each connected payment source. */
export async function loadReceiptSettings(ctx: CompanyContext): Promise<ReceiptSettings> {
  const rows = await listFirstOfEach(ctx);
  return { sources: rows.flatMap(toSource) };
}

function toSource({
  id,
  provider,
  displayName,
  settings,
}: Integration): ReceiptSettings["sources"] {
  const described = describeProvider(provider);
  if (described.role !== "source") return [];
  const defaults = readReceiptDefaults(settings);
  return [
    {
      integration_type: described.wire,
      connection_id: id,
      name: sourceName(provider, displayName),
      item: toNamed(defaults.item),
      refund_item: toNamed(defaults.refundItem),
      tax_code: toNamed(defaults.taxCode),
      class: toNamed(defaults.class),
      memo: defaults.memo,
    },
  ];
}

/** A choice as the wire has it. */
export function toNamed(choice: ListChoice | null): { Id: string; Name: string } | null {
  return choice && { Id: choice.id, Name: choice.name };
}

/**
 * Stores what receipts of a payment source are created with. What is planned already stays as it was chosen.
 * @throws ConflictError when the source or the ledger is not connected; UnusableInputError when the ledger does not
 *   have what was chosen.
 */
export async function saveReceiptSettings(
  ctx: CompanyContext,
  input: BodyOf<typeof contract>,
): Promise<{ message: string }> {
  const { id: provider } = providerOfWire(input.integration_type);
  const integration = await requireSource(ctx, provider, input.connection_id);
  const settings = receiptDefaultSettings({
    item: await requireListed(ctx, "items", input.item_id, "item_id"),
    refundItem: await requireListed(ctx, "items", input.refund_item_id, "refund_item_id"),
    taxCode: await requireListed(ctx, "taxCodes", input.tax_code_id, "tax_code_id"),
    class: await requireListed(ctx, "classes", input.class_id, "class_id"),
    memo: input.memo,
  });
  await db(ctx).$transaction((tx) => mergeSettings(tx, ctx, integration, settings));
  return { message: `Receipts from ${sourceName(provider, integration.displayName)} saved` };
}
