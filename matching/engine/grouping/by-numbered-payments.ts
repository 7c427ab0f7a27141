import { append } from "../collections/append";
import { WINDOW } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import { assignSales, keyOf } from "./assign-sales";
import { NUMBER } from "./by-order";
import { type Candidate, HouseholdRates, RECORDED } from "./household-rates";
import { type OpenRecords, proposeSet, type SetProposal } from "./set-proposal";

/** A number of more payments, or of payments further apart in days, is not that of one sale. */
const MAX_PAYMENTS = 4;
const MAX_DAYS = 7;
const MAX_REFERENCE_WEIGHT = 10;

/** Payments that carry one number: sale and tax, goods and freight. */
interface Sale {
  rows: LedgerRow[];
  /** Minor units. */
  total: number;
}

interface Found extends Candidate {
  set: SetProposal;
}

/**
 * Finds lines that several payments with one number add up to, of which one may be a tax account's. How often books
 * record sales so is learned from the sales themselves. O(open payments), and the lines of each total.
 * @returns proposals; they may share records
 */
export function findNumberedSets(open: OpenRecords): SetProposal[] {
  const sales = salesOf(open);
  if (sales.length === 0) return [];
  const byAmount = new Map<string, PayoutItem[]>();
  for (const item of open.items) {
    if (!item.line || !item.isLinkable) continue;
    for (const amount of new Set([item.gross, item.net])) {
      append(byAmount, `${item.currency} ${amount}`, item);
    }
  }
  const totals = new Map<number, number>();
  for (const { total } of sales) totals.set(total, (totals.get(total) ?? 0) + 1);
  const found = sales.flatMap((sale) => {
    const items = byAmount.get(`${sale.rows[0]?.currency} ${sale.total}`) ?? [];
    return items.flatMap((item) => setOf(open, item, sale, totals.get(sale.total) ?? 1) ?? []);
  });
  const rates = new HouseholdRates(found, sales.length);
  const judged = found.map(({ set, ...one }) =>
    proposeSet(open, { ...set, priorWeight: set.priorWeight + rates.priorWeight(one) }),
  );
  return assignSales(judged, open.records.strings);
}

function setOf(
  open: OpenRecords,
  item: PayoutItem,
  { rows, total }: Sale,
  equal: number,
): Found | null {
  const { scorer } = open;
  const lags = rows.map(({ day }) => day - item.day);
  const lag = lags.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
  if (lag < -WINDOW.before || lag > WINDOW.after) return null;
  const references = rows.map((row) => scorer.reference(item, row).weight);
  if (Math.min(...references) < 0) return null;
  const names = rows.map((row) => scorer.compareCustomers(item, row));
  const name = names.reduce((a, b) => (b.weight > a.weight ? b : a));
  const set = proposeSet(open, {
    ...{ items: [item], rows, lag, completenessWeight: 0, priorWeight: 0 },
    level: total === item.gross ? "sum_gross" : "sum_net",
    sumWeight: scorer.amountMatchWeightOfTotal(equal - 1),
    completeAs: "open payments with one number",
    ...{ name: name.level, nameMatchWeight: name.weight },
    referenceMatchWeight: Math.min(MAX_REFERENCE_WEIGHT, Math.max(...references)),
    dateMatchWeight: scorer.dateMatchWeight(item, lag),
    absenceWeight: 0,
  });
  const kind = { recorded: RECORDED.wholeDay, isSingle: true, isIdentified: false };
  return { set, of: item, weight: set.weight, ...kind };
}

/** Each group of payments once. */
function salesOf({ rows, records: { strings } }: OpenRecords): Sale[] {
  const byNumber = new Map<number, LedgerRow[]>();
  for (const row of rows) {
    if (row.amount <= 0) continue;
    for (const id of row.references) {
      if (NUMBER.test(strings.referenceKeys[id] ?? "")) append(byNumber, id, row);
    }
  }
  const sales = new Map<string, Sale>();
  for (const some of byNumber.values()) {
    if (some.length < 2 || some.length > MAX_PAYMENTS) continue;
    const days = some.map(({ day }) => day);
    const isOfOne = some.every(({ currency }) => currency === some[0]?.currency);
    if (!isOfOne || Math.max(...days) - Math.min(...days) > MAX_DAYS) continue;
    const total = some.reduce((sum, { amount }) => sum + amount, 0);
    sales.set(keyOf(some), { rows: some, total });
  }
  return [...sales.values()];
}
