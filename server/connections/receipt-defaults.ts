import { z } from "zod";

const chosen = z.object({
  id: z.string(),
  name: z.string(),
  /** Of a product or service: the name of the account that its sales are booked to, where it is known. */
  account: z.string().optional(),
});

/** A product or service, tax code or class of the ledger. */
export type ListChoice = z.infer<typeof chosen>;

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

const stored = z.record(z.string(), z.unknown()).catch({});

/** The defaults in a source's stored settings. */
export function readReceiptDefaults(settings: unknown): ReceiptDefaults {
  const values = stored.parse(settings);
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
