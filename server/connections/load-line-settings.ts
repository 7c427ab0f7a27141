import type { Integration } from "@/generated/prisma/client";
import type { LineSettings } from "@/lib/contracts/line-settings";
import { connectable } from "@/lib/providers/list";
import { readLineDefaults } from "./line-defaults";
import { listFirstOfEach } from "./list-first-of-each";
import { toNamed } from "./load-receipt-settings";
import type { CompanyContext } from "@/server/platform/context";

/** What lines without a payment carry, for each connected payment source. */
export async function loadLineSettings(ctx: CompanyContext): Promise<LineSettings> {
  const rows = await listFirstOfEach(ctx);
  return { sources: rows.flatMap(toSource) };
}

function toSource({ provider, settings }: Integration): LineSettings["sources"] {
  const described = connectable(provider);
  if (described.role !== "source") return [];
  const defaults = readLineDefaults(settings);
  return [
    {
      integration_type: described.wire,
      name: described.name,
      tax_code: toNamed(defaults.taxCode),
      class: toNamed(defaults.class),
      location: toNamed(defaults.location),
      customer: toNamed(defaults.customer),
      payment_method: toNamed(defaults.paymentMethod),
    },
  ];
}
