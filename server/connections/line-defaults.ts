import { z } from "zod";
import type { EntryTags } from "@/lib/settlement";
import type { ListChoice } from "./receipt-defaults";

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

const stored = z.record(z.string(), z.unknown()).catch({});

/** The defaults in a source's stored settings. */
export function readLineDefaults(settings: unknown): LineDefaults {
  const values = stored.parse(settings);
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
