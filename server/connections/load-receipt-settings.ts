import type { Integration } from "@/generated/prisma/client";
import type { ReceiptSettings } from "@/lib/contracts/receipts";
import { connectable } from "@/lib/providers/list";
import { listFirstOfEach } from "./list-first-of-each";
import { type ListChoice, readReceiptDefaults } from "./receipt-defaults";
import type { CompanyContext } from "@/server/platform/context";

/** What receipts are created with, for each connected payment source. */
export async function loadReceiptSettings(ctx: CompanyContext): Promise<ReceiptSettings> {
  const rows = await listFirstOfEach(ctx);
  return { sources: rows.flatMap(toSource) };
}

function toSource({ provider, settings }: Integration): ReceiptSettings["sources"] {
  const described = connectable(provider);
  if (described.role !== "source") return [];
  const defaults = readReceiptDefaults(settings);
  return [
    {
      integration_type: described.wire,
      name: described.name,
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
