import { append } from "../collections/append";
import { WINDOW } from "../parameters";
import { referenceKeysOf } from "../records/record-references";
import type { LedgerRow, PayoutItem } from "../records/records";
import { type Candidate, HouseholdRates, RECORDED } from "./household-rates";
import { netOf, type OpenRecords, proposeSet, type SetProposal } from "./set-proposal";

/** A number of more lines in one payout is no order's. */
const MAX_LINES = 12;
const MAX_REFERENCE_WEIGHT = 10;
/** Up to this match weight, in bits, a payment is booked as those that never saw the processor. */
const OTHERWISE_BOOKED_WEIGHT = -2;
/** An order's, an invoice's: at least so many digits, and no id that a processor made. */
const NUMBER = /^[^_]*\d[^_]*\d[^_]*\d[^_]*\d[^_]*$/;

/** Lines of one payout that carry one number: item, shipping, gift wrap. */
interface Order {
  number: string;
  items: PayoutItem[];
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
  const byAmount = new Map<string, LedgerRow[]>();
  for (const row of open.rows) append(byAmount, `${row.currency} ${row.amount}`, row);
  const found = orders.flatMap((order) => [...setsOf(open, order, byAmount)]);
  const rates = new HouseholdRates(found, orders.length);
  return found.map(({ set, ...one }) =>
    proposeSet(open, { ...set, priorWeight: set.priorWeight + rates.priorWeight(one) }),
  );
}

function* setsOf(
  open: OpenRecords,
  order: Order,
  byAmount: ReadonlyMap<string, LedgerRow[]>,
): Generator<Found> {
  const [first] = order.items;
  if (!first) return;
  const gross = order.items.reduce((sum, item) => sum + item.gross, 0);
  const { net, isStated } = netOf(open, order.items);
  const amounts = [{ amount: gross, level: "sum_gross" as const }];
  for (const { amount, level } of isStated && net !== gross
    ? [...amounts, { amount: net, level: "sum_net" as const }]
    : amounts) {
    for (const row of byAmount.get(`${first.currency} ${amount}`) ?? []) {
      const set = setOf(open, order, row, level);
      if (!set) continue;
      const kind = { recorded: RECORDED.wholeDay, isSingle: true, isIdentified: false };
      yield { set, of: first, weight: set.weight, ...kind };
    }
  }
}

function setOf(
  open: OpenRecords,
  { number, items }: Order,
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
  const names = items.map((item) => scorer.compareCustomers(item, row));
  const name = names.reduce((a, b) => (b.weight < a.weight ? b : a));
  const recordType = Math.min(0, recordTypes.matchWeight(row));
  const sumWeight = scorer.amountMatchWeightOf(
    row,
    level === "sum_gross" ? "exact_gross" : "exact_net",
  );
  return proposeSet(open, {
    ...{ items, rows: [row], level, lag, sumWeight, completenessWeight: 0 },
    priorWeight: recordType,
    completeAs: `lines of order ${number} in this payout`,
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
    if (!item.line || !item.isLinkable || item.gross <= 0) continue;
    for (const key of new Set(referenceKeysOf(item.deposit, item.line))) {
      if (NUMBER.test(key)) append(byNumber, `${item.deposit.id} ${item.currency} ${key}`, item);
    }
  }
  const orders = new Map<string, Order>();
  for (const [key, lines] of byNumber) {
    if (lines.length < 2 || lines.length > MAX_LINES) continue;
    const number = key.slice(key.lastIndexOf(" ") + 1);
    const members = lines.map(({ index }) => index).join();
    if (!orders.has(members)) orders.set(members, { number, items: lines });
  }
  return [...orders.values()];
}
