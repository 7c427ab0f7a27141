import { LEDGER_PAYMENT_NAMES } from "@/lib/constants/payments";

const NAMES: Record<string, string> = LEDGER_PAYMENT_NAMES;

/** A kind of payment in words: "SalesReceipt" → "Sales receipt". */
export function kindName(kind: string): string {
  return NAMES[kind] ?? kind;
}
