import { z } from "zod";
import type { Integration } from "@/generated/prisma/client";
import type { BodyOf } from "@/lib/contracts/endpoint";
import type { saveLineSettings as contract, LineSettings } from "@/lib/contracts/line-settings";
import { connectable, providerOfWire } from "@/lib/providers/list";
import type { EntryTags } from "@/lib/settlement";
import type { CompanyContext } from "@/server/platform/context";
import { type ListChoice, listFirstOfEach, requireListed, requireTags } from "./ledger-lists";
import { toNamed } from "./receipt-settings";
import { storeChoice, storedSettings } from "./settings";

const chosen = z.object({ id: z.string(), name: z.string() });

/** What a source's lines without a payment carry unless they say otherwise; null where nothing was chosen. */
export interface LineDefaults {
  /** Null: no tax applies. */
  taxCode: ListChoice | null;
  class: ListChoice | null;
  /** Of the whole Deposit. */
  location: ListChoice | null;
  customer: ListChoice | null;
  paymentMethod: ListChoice | null;
}

const KEYS = {
  taxCode: "line:tax_code",
  class: "line:class",
  location: "line:location",
  customer: "line:customer",
  paymentMethod: "line:payment_method",
} as const satisfies Record<keyof LineDefaults, string>;

/** All of them name something of one ledger, and leave with it. */
export const LINE_DEFAULT_KEYS: readonly string[] = Object.values(KEYS);

/** The defaults in a source's stored settings. */
export function readLineDefaults(settings: unknown): LineDefaults {
  const values = storedSettings.parse(settings);
  const choice = (key: string) => chosen.safeParse(values[key]).data ?? null;
  return {
    taxCode: choice(KEYS.taxCode),
    class: choice(KEYS.class),
    location: choice(KEYS.location),
    customer: choice(KEYS.customer),
    paymentMethod: choice(KEYS.paymentMethod),
  };
}

/** The defaults as the settings store them. */
export function lineDefaultSettings(defaults: LineDefaults) {
  return {
    [KEYS.taxCode]: defaults.taxCode,
    [KEYS.class]: defaults.class,
    [KEYS.location]: defaults.location,
    [KEYS.customer]: defaults.customer,
    [KEYS.paymentMethod]: defaults.paymentMethod,
  };
}

/** Entries with a source's customer and class where they have none of their own. */
export function withLineDefaults<Entry extends EntryTags>(
  entries: readonly Entry[],
  defaults: Pick<LineDefaults, "customer" | "class">,
): Entry[] {
  return entries.map((entry) => ({
    ...entry,
    customer: entry.customer ?? defaults.customer ?? undefined,
    class: entry.class ?? defaults.class ?? undefined,
  }));
}

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
