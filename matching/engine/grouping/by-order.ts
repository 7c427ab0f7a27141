import { append } from "../collections/append";
import { OTHERWISE_BOOKED_WEIGHT, WINDOW } from "../parameters";
import { referenceKeysOf } from "../records/record-references";
import type { LedgerRow, PayoutItem } from "../records/records";
import { assignSales, keyOf } from "./assign-sales";
import { type Candidate, HouseholdRates, RECORDED } from "./household-rates";
import { PaymentsByAmount } from "./payments-by-amount";
import { netOf, type OpenRecords, proposeSet, type SetProposal } from "./set-proposal";
import { selectByMask } from "./subset-sum";

/** A number of more lines in one payout is no order's. */
const MAX_LINES = 12;
/** Of more lines of an order, no parts are looked for. */
const MAX_DIVIDED = 8;
const MAX_REFERENCE_WEIGHT = 10;
const ADJUSTMENT = "adjustment";
/** An order's, an invoice's: at least so many digits, and no id that a processor made. */
export const NUMBER = /^[^_]*\d[^_]*\d[^_]*\d[^_]*\d[^_]*$/;

/** Lines of one payout that carry one number: item, shipping, gift wrap. */
interface Order {
  items: PayoutItem[];
  /** What the payout has as an adjustment, and the books may have in the sale: sales tax that the marketplace pays itself. */
  adjustments: PayoutItem[];
}

interface Found extends Candidate {
  set: SetProposal;
}

/**
 * Finds payments recorded once for all lines of an order, which a payout has one by one. An order is one sale, so
 * its payment is found as a line's is, by amount, date, customer and number. How often books record orders so is learned from
 * the orders themselves. O(open lines), and the payments of each order's total.
 * @returns proposals; they may share records
 */
export function findOrderSets(open: OpenRecords): SetProposal[] {
  const orders = ordersOf(open.items);
  if (orders.length === 0) return [];
  const payments = new PaymentsOfOrders(open.rows);
  const found = orders.flatMap((order) => [...setsOf(open, order, payments)]);
  const rates = new HouseholdRates(found, orders.length);
  const judged = found.map(({ set, ...one }) =>
    proposeSet(open, { ...set, priorWeight: set.priorWeight + rates.priorWeight(one) }),
  );
  return assignSales(judged, open.records.strings);
}

function* setsOf(open: OpenRecords, order: Order, payments: PaymentsOfOrders): Generator<Found> {
  const [first] = order.items;
  if (!first) return;
  const kind = { recorded: RECORDED.wholeDay, isSingle: true, isIdentified: false };
  for (const { items, amount, level } of totalsOf(open, order)) {
    for (const row of payments.withAmount(items, amount)) {
      const set = setOf(open, items, row, level);
      if (set) yield { set, of: first, weight: set.weight, ...kind };
    }
  }
  for (const row of payments.withNumberOf(order.items)) {
    for (const items of partsOf(order.items, row)) {
      const set = setOf(open, items, row, "sum_gross");
      if (set) yield { set: { ...set, completeAs: null }, of: first, weight: set.weight, ...kind };
    }
  }
}

/** What a payment of the whole order may be, in minor units. */
function totalsOf(open: OpenRecords, { items, adjustments }: Order) {
  const totals: { items: PayoutItem[]; amount: number; level: "sum_gross" | "sum_net" }[] = [];
  const all = [...items, ...adjustments];
  if (items.length > 1) {
    const amount = grossOf(items);
    const { net, isStated } = netOf(open, items);
    totals.push({ items, amount, level: "sum_gross" });
    if (isStated && net !== amount) totals.push({ items, amount: net, level: "sum_net" });
  }
  if (adjustments.length > 0) totals.push({ items: all, amount: grossOf(all), level: "sum_gross" });
  return totals;
}

/** Several of the lines that add up to a payment of less than all: a part that was shipped before. */
function partsOf(items: readonly PayoutItem[], { amount }: LedgerRow): PayoutItem[][] {
  if (items.length > MAX_DIVIDED || amount >= grossOf(items)) return [];
  const parts: PayoutItem[][] = [];
  for (let mask = 1; mask < 2 ** items.length - 1; mask++) {
    const chosen = selectByMask(mask, items);
    if (chosen.length > 1 && grossOf(chosen) === amount) parts.push(chosen);
  }
  return parts;
}

function grossOf(items: readonly PayoutItem[]): number {
  return items.reduce((sum, { gross }) => sum + gross, 0);
}

/** Open payments by amount and by number. */
class PaymentsOfOrders {
  private readonly byAmount: PaymentsByAmount;
  private readonly byNumber = new Map<number, LedgerRow[]>();

  constructor(rows: readonly LedgerRow[]) {
    this.byAmount = new PaymentsByAmount(rows);
    for (const row of rows) {
      for (const reference of row.references) append(this.byNumber, reference, row);
    }
  }

  /** Those in the window of the order's last line to its first. */
  withAmount(items: readonly PayoutItem[], amount: number): readonly LedgerRow[] {
    const days = items.map(({ day }) => day);
    const [first, last] = [Math.min(...days), Math.max(...days)];
    const currency = items[0]?.currency ?? "";
    return this.byAmount.between(currency, amount, first - WINDOW.before, last + WINDOW.after);
  }

  withNumberOf([first]: readonly PayoutItem[]): Set<LedgerRow> {
    const found =
      first?.references.flatMap((reference) => this.byNumber.get(reference) ?? []) ?? [];
    return new Set(found.filter(({ currency }) => currency === first?.currency));
  }
}

function setOf(
  open: OpenRecords,
  items: PayoutItem[],
  row: LedgerRow,
  level: "sum_gross" | "sum_net",
): SetProposal | null {
  const { scorer, recordTypes } = open;
  const [first] = items;
  const lags = items.map(({ day }) => row.day - day);
  const lag = lags.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
  if (!first || lag < -WINDOW.before || lag > WINDOW.after) return null;
  const references = items.map((item) => scorer.reference(item, row).weight);
  if (Math.min(...references) < 0) return null;
  const names = items
    .filter(({ isLinkable }) => isLinkable)
    .map((item) => scorer.compareCustomers(item, row));
  const name = names.reduce((a, b) => (b.weight < a.weight ? b : a));
  const recordType = Math.min(0, recordTypes.matchWeight(row));
  const sumWeight = scorer.amountMatchWeightOf(
    row,
    level === "sum_gross" ? "exact_gross" : "exact_net",
  );
  return proposeSet(open, {
    ...{ items, rows: [row], level, lag, sumWeight, completenessWeight: 0 },
    priorWeight: recordType,
    completeAs: "lines of one order in this payout",
    ...{ name: name.level, nameMatchWeight: name.weight },
    referenceMatchWeight: Math.min(MAX_REFERENCE_WEIGHT, ...references),
    dateMatchWeight: scorer.dateMatchWeight(first, lag),
    absenceWeight: 0,
    needsPerson: recordType <= OTHERWISE_BOOKED_WEIGHT,
  });
}

/** Each group of lines once, by the first of the numbers that they share. */
function ordersOf(items: readonly PayoutItem[]): Order[] {
  const byNumber = new Map<string, PayoutItem[]>();
  for (const item of items) {
    if (!item.line || item.gross <= 0 || !(item.isLinkable || item.line.type === ADJUSTMENT))
      continue;
    for (const key of new Set(referenceKeysOf(item.deposit, item.line))) {
      if (NUMBER.test(key)) append(byNumber, `${item.deposit.id} ${item.currency} ${key}`, item);
    }
  }
  const orders = new Map<string, Order>();
  for (const items of byNumber.values()) {
    if (items.length === 1 || items.length > MAX_LINES) continue;
    const sold = items.filter(({ isLinkable }) => isLinkable);
    const adjustments = items.filter(({ isLinkable }) => !isLinkable);
    if (sold.length > 0) orders.set(keyOf(items), { items: sold, adjustments });
  }
  return [...orders.values()];
}
