const KINDS: Record<string, string> = {
  SalesReceipt: "Sales receipt",
  RefundReceipt: "Refund receipt",
};

/** A kind of payment in words: "SalesReceipt" → "Sales receipt". */
export function kindName(kind: string): string {
  return KINDS[kind] ?? kind;
}
