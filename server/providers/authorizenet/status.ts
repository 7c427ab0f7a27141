import type { LineKind } from "@/lib/constants/deposits";

/** The direction of the money by status: the sign of refunds is not documented. */
const MOVED: ReadonlyMap<string, { kind: LineKind; sign: 1 | -1 }> = new Map([
  ["settledSuccessfully", { kind: "charge", sign: 1 }],
  ["refundSettledSuccessfully", { kind: "refund", sign: -1 }],
  ["returnedItem", { kind: "dispute", sign: -1 }],
  ["chargeback", { kind: "dispute", sign: -1 }],
  ["chargebackReversal", { kind: "dispute_reversal", sign: 1 }],
]);

/** Listed with a batch, without moving money. */
const IDLE: ReadonlySet<string> = new Set([
  "voided",
  "declined",
  "expired",
  "generalError",
  "failedReview",
  "settlementError",
  "communicationError",
  "couldNotVoid",
]);

export function movementOf(status: string) {
  return MOVED.get(status);
}

/** The customer's bank took the money back, maybe after the batch was settled. */
export function isGivenBack(status: string): boolean {
  return status === "returnedItem" || status === "chargeback";
}

export function movedNothing(status: string): boolean {
  return IDLE.has(status);
}
