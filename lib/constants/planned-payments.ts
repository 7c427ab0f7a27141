/** What we create in the books for a line without an invoice: money in, money out. */
export const RECEIPT_KINDS = ["SalesReceipt", "RefundReceipt"] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

/** QuickBooks' limit of a display name. */
export const CUSTOMER_NAME_LENGTH = 100;

export const MEMO_LENGTH = 500;

/** How long the note of a line that waits may be. */
export const WAIT_NOTE_LENGTH = 500;

/** More than one charge has ever paid at once. */
export const MAX_PLANNED_INVOICES = 50;
export const MAX_LINES_PER_RECEIPT = 500;

/** How the id of a payment begins that the ledger does not hold yet. */
const PLANNED = "planned-";

export function plannedId(requestId: string): string {
  return PLANNED + requestId;
}

/** Whether the ledger does not hold the payment of this id yet. */
export function isPlannedId(id: string): boolean {
  return id.startsWith(PLANNED);
}
