import type { CustomerComparison } from "../compare/customers";
import { COMPLETE_GROUP_WEIGHT, PRIOR_IN_LEDGER } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { OpenRecords } from "./set-proposal";

/** Days before and after its lines' last day on which a batch is recorded. */
export const DAYS_AROUND = { before: 3, after: 8 } as const;
/** Bits won for each line that has no payment of its own. */
const WEIGHT_PER_OPEN_LINE = 1.5;
const OTHER_CUSTOMER_WEIGHT = -5;
const MIN_NAME_WEIGHT = 5;
export const UNKNOWN: CustomerComparison = { level: "unknown", weight: 0 };

/** Date and completeness of a group that was recorded `lag` days after its last line, as a share of all are. */
export function evidenceOfDay(
  open: OpenRecords,
  items: PayoutItem[],
  lag: number,
  lagShare: number,
) {
  const lines = items.filter((item) => !open.claims?.has(item)).length;
  return {
    completenessWeight: Math.min(COMPLETE_GROUP_WEIGHT, lines * WEIGHT_PER_OPEN_LINE),
    absenceWeight: PRIOR_IN_LEDGER,
    lag,
    dateMatchWeight: dateWeightOf(lagShare),
  };
}

/** @param share of the groups that are recorded so many days after their last line */
export function dateWeightOf(share: number): number {
  return Math.log2(share * (DAYS_AROUND.before + DAYS_AROUND.after + 1));
}

/** A payment of one customer is no batch of several customers, whether that customer is among them or not. */
export function customerOf(
  open: OpenRecords,
  items: PayoutItem[],
  row: LedgerRow,
): CustomerComparison {
  const names = items.map((item) => open.scorer.compareCustomers(item, row));
  const weakest = names.reduce((a, b) => (b.weight < a.weight ? b : a));
  if (weakest.weight > 0) return weakest;
  const namesOneOfThem = names.some((name) => name.weight >= MIN_NAME_WEIGHT);
  if (namesOneOfThem) return { level: "unknown", weight: OTHER_CUSTOMER_WEIGHT };
  const fitsNobody = weakest.weight < 0 && names.every(({ weight }) => weight <= 0);
  return fitsNobody ? { level: weakest.level, weight: OTHER_CUSTOMER_WEIGHT } : UNKNOWN;
}

/** Tests whether the payment's customer is none of the lines' customers. */
export function isOfAnother({ level, weight }: CustomerComparison): boolean {
  return level !== "unknown" && weight < 0;
}
