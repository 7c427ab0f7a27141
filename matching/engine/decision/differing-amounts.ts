import { append } from "../collections/append";
import type { LinkageModel } from "../compare/model";
import type { RelatedPair } from "../grouping/same-customer";
import { MIN_CLOSE_LAG_WEIGHT, type NameLevel } from "../parameters";
import type { LedgerRow, PayoutItem, RecordSet } from "../records/records";
import type { DifferingPair } from "./outcome";

/** Charge and payment are at most so many days apart; others of the customer within `rivals` days may be meant. */
const MAX_DAYS = { apart: 3, rivals: 5 } as const;
/**
 * Of the charge, the least that a payment without the tip has; and of the payment, the least that is charged of it, on
 * its day and on another one.
 */
const LEAST_SHARES = { withoutTip: 0.75, charged: 0.25, chargedApart: 0.5 } as const;
/** Levels at which both sides name the customer, and not only a family or a company. */
const SAME_CUSTOMER: ReadonlySet<NameLevel> = new Set([
  ...(["same_name", "confirmed_names", "same_email", "same_phone", "initials"] as const),
  ...(["truncated_name", "part_of_name", "email_fits_name"] as const),
]);
/** Up to this match weight, in bits, a payment is booked as those that never saw the processor. */
const OTHERWISE_BOOKED_WEIGHT = -2;
/** That the two are one sale, by what may be between them: a tip, another means of payment, a refund of the same charge. */
const PROBABILITIES = { tip: 0.75, otherMeans: 0.6, refunded: 0.9 } as const;

/** Tests whether the amounts are so near each other that one sale may explain both. */
function mayBeOneSale(item: PayoutItem, row: LedgerRow): boolean {
  const share = row.amount / item.gross;
  const { withoutTip, charged, chargedApart } = LEAST_SHARES;
  if (share < 1) return share >= withoutTip;
  return 1 / share >= (row.day === item.day ? charged : chargedApart);
}

/** Tests for days so near each other that one sale may explain both, or one of them and another record. */
export function isNear(item: PayoutItem, row: LedgerRow): boolean {
  return Math.abs(row.day - item.day) <= MAX_DAYS.rivals;
}

/**
 * One customer's charge and payment that differ by a tip, a surcharge, a gift card, a part that was captured or
 * refunded. Only where neither has another partner within the same days, or each day has its own. Never decided
 * without a person.
 * @param pairs of open lines with open payments
 */
export function findDifferingPairs(
  pairs: readonly RelatedPair[],
  model: LinkageModel,
  present: RecordSet,
): DifferingPair[] {
  const refunds = new Refunds(present.items);
  const near = pairs.filter(
    ({ item, row, isOfCustomer }) => isOfCustomer && item.line !== undefined && isNear(item, row),
  );
  const ofItem = new Map<PayoutItem, RelatedPair[]>();
  const ofRow = new Map<LedgerRow, RelatedPair[]>();
  for (const pair of near) {
    append(ofItem, pair.item, pair);
    append(ofRow, pair.row, pair);
  }
  const isClearest = (pair: RelatedPair) => {
    const rows = ofItem.get(pair.item) ?? [];
    const items = ofRow.get(pair.row) ?? [];
    if (rows.length === 1 && items.length === 1) return true;
    const isOfDay = [...rows, ...items].every((other) => other === pair || !isSameDay(other));
    return isSameDay(pair) && isOfDay && rows.length === items.length;
  };
  return near
    .filter((pair) => isClearest(pair) && isPlausible(pair, model, refunds))
    .map(({ item, row, comparison }) => ({
      ...{ item, row, comparison },
      probability: refunds.explain(item, row)
        ? PROBABILITIES.refunded
        : Math.abs(row.amount) < Math.abs(item.gross)
          ? PROBABILITIES.tip
          : PROBABILITIES.otherMeans,
    }));
}

function isPlausible(
  { item, row, comparison, isDismissed }: RelatedPair,
  { rates, recordTypes }: LinkageModel,
  refunds: Refunds,
): boolean {
  return (
    !isDismissed &&
    SAME_CUSTOMER.has(comparison.name) &&
    Math.abs(comparison.lag) <= MAX_DAYS.apart &&
    comparison.amount === "different" &&
    (mayBeOneSale(item, row) || refunds.explain(item, row)) &&
    row.reversal === null &&
    rates.lagMatchWeight(item, row.day - item.day) >= MIN_CLOSE_LAG_WEIGHT &&
    recordTypes.matchWeight(row) > OTHERWISE_BOOKED_WEIGHT
  );
}

function isSameDay({ item, row }: RelatedPair): boolean {
  return item.day === row.day;
}

/** What went back of a charge, by the processor's id of it. */
class Refunds {
  private readonly returned = new Map<string, number>();

  constructor(items: readonly PayoutItem[]) {
    for (const { line, gross } of items) {
      if (!line?.chargeId || gross >= 0) continue;
      this.returned.set(line.chargeId, (this.returned.get(line.chargeId) ?? 0) + gross);
    }
  }

  /** Whether the payment is what the refunds leave of the charge. */
  explain({ line, gross }: PayoutItem, { amount }: LedgerRow): boolean {
    const back = this.returned.get(line?.chargeId ?? "") ?? 0;
    return back !== 0 && gross > 0 && gross + back === amount;
  }
}
