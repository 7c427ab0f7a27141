import { append } from "../collections/append";
import { countBits } from "../collections/count-bits";
import { lowerBound } from "../collections/lower-bound";
import { lagPriorWeight } from "../compare/date-offset";
import type { NameLevel } from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";
import { amountsOfLines, ChanceSums } from "./chance-sums";
import { type Candidate, HouseholdRates, RECORDED } from "./household-rates";
import { PaymentsByAmount } from "./payments-by-amount";
import { isNear, WIDEST, windowOf } from "./relations";
import { type OpenRecords, proposeSet, type SetProposal } from "./set-proposal";
import { log2Choices, selectByMask } from "./subset-sum";

/** More lines of one payer in a payout are a shop's, not one customer's. */
const MAX_LINES = 8;
/** Lines and payments that another match claims with this probability are not looked at. */
const MAX_CLAIMED = 0.98;
/** Equal shares of one payment, and lines among which they are looked for. */
const MAX_SHARES = 4;
const MAX_OTHERS = 8;
/** Days between the shares of one payment. */
const DAYS_BETWEEN_SHARES = 2;
/** From this match weight on, in bits, a line is of a payment's customer. */
const MIN_SAME_CUSTOMER = 5;
/** Prior of a customer out of all, in bits. */
const CUSTOMER_WEIGHT = -9;
const MAX_NAME_WEIGHT = 12;

/** Lines of one payout that one payment may be for. */
interface Shared {
  items: PayoutItem[];
  row: LedgerRow;
  name: NameLevel;
  nameMatchWeight: number;
  priorWeight: number;
  sumWeight: number;
  isSingle: boolean;
  completeAs: string | null;
}

interface Found extends Candidate {
  set: SetProposal;
}

/**
 * Finds payments recorded for several lines of one payout that names alone don't relate: all lines of one payer, whoever
 * the customer is, and equal shares of which one is the customer's, as flatmates pay a rent. How often books do
 * either is learned from the sums themselves.
 * @returns proposals; they may share records
 */
export function findPayerSets(open: OpenRecords): SetProposal[] {
  const chance = new ChanceSums(open.records.rows, amountsOfLines(open.records.items));
  const rows = open.rows.filter((row) => !isClaimed(open, row));
  const items = open.items.filter((item) => item.line && item.isLinkable && !isClaimed(open, item));
  const byAmount = new PaymentsByAmount(rows);
  const ofPayers = [...ofOnePayer(open, items, byAmount, chance)];
  const shares = [...equalShares(open, items, byAmount, chance)];
  return [ofPayers, shares].flatMap((found) => {
    const candidates = found.map((each) => toFound(open, each));
    const rates = new HouseholdRates(candidates, items.length);
    return candidates.map(({ set, ...one }) =>
      proposeSet(open, { ...set, priorWeight: set.priorWeight + rates.priorWeight(one) }),
    );
  });
}

function toFound(open: OpenRecords, { items, row, isSingle, ...facts }: Shared): Found {
  const lags = items.map(({ day }) => row.day - day);
  const lag = lags.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
  const set = proposeSet(open, {
    ...{ items, rows: [row], level: "sum_gross", completenessWeight: 0, lag },
    ...facts,
    dateMatchWeight: lagPriorWeight(lag, false),
  });
  const isOfOneDay = items.every(({ day }) => day === items[0]?.day);
  const recorded = isOfOneDay ? RECORDED.wholeDay : RECORDED.week;
  return { set, of: row, weight: set.weight, recorded, isSingle, isIdentified: false };
}

/** All open lines of one payer in a payout, or all of one day. */
function* ofOnePayer(
  open: OpenRecords,
  items: readonly PayoutItem[],
  byAmount: PaymentsByAmount,
  chance: ChanceSums,
): Generator<Shared> {
  const payers = new Map<string, PayoutItem[]>();
  for (const item of items) {
    const payer = open.records.strings.form(item.name)?.key ?? item.email;
    if (payer !== "") append(payers, `${item.deposit.id} ${payer}`, item);
  }
  const groups = [...payers.values()].flatMap(groupsOf);
  const days = daysOf(groups);
  const perGroup = 1 / Math.max(1, groups.length);
  for (const some of groups) {
    const [first] = some;
    if (!first) continue;
    const amount = totalOf(some);
    for (const row of around(byAmount, first, amount)) {
      if (!some.every((item) => isNear(item, row))) continue;
      const name = weakest(open, some, row);
      if (!name) continue;
      yield {
        ...{ items: some, row, name: name.level, nameMatchWeight: name.weight, priorWeight: 0 },
        sumWeight:
          chance.weight({ currency: row.currency, amount }, [amount], perGroup) -
          log2Near(days, row),
        isSingle: true,
        completeAs: "open lines of this payer in this payout or of their day",
      };
    }
  }
}

/** Days of the groups' first lines by currency, ascending. */
function daysOf(groups: readonly PayoutItem[][]): ReadonlyMap<string, Int32Array> {
  const days = new Map<string, number[]>();
  for (const [first] of groups) if (first) append(days, first.currency, first.day);
  return new Map([...days].map(([currency, each]) => [currency, Int32Array.from(each).sort()]));
}

/** How many groups are near a payment. */
function log2Near(days: ReadonlyMap<string, Int32Array>, row: LedgerRow): number {
  const ofCurrency = days.get(row.currency) ?? [];
  const { before, after } = windowOf(row);
  const from = lowerBound(ofCurrency, row.day - after);
  const to = lowerBound(ofCurrency, row.day + before + 1);
  return Math.log2(Math.max(1, to - from));
}

/** The payments of an amount that may be near a line. */
function around(byAmount: PaymentsByAmount, { currency, day }: PayoutItem, amount: number) {
  return byAmount.between(currency, amount, day - WIDEST.before, day + WIDEST.after);
}

function groupsOf(lines: readonly PayoutItem[]): PayoutItem[][] {
  const days = new Map<number, PayoutItem[]>();
  for (const item of lines) append(days, item.day, item);
  const all = days.size > 1 ? [[...lines], ...days.values()] : [[...lines]];
  return all.filter(({ length }) => length > 1 && length <= MAX_LINES);
}

/** The same amount of several payers in one payout, of whom one is the payment's customer. */
function* equalShares(
  open: OpenRecords,
  items: readonly PayoutItem[],
  byAmount: PaymentsByAmount,
  chance: ChanceSums,
): Generator<Shared> {
  const equal = new Map<string, PayoutItem[]>();
  for (const item of items) {
    if (item.gross > 0) append(equal, `${item.deposit.id} ${item.currency} ${item.gross}`, item);
  }
  for (const lines of equal.values()) {
    for (const item of lines) {
      const others = lines.filter(
        (other) => other !== item && Math.abs(other.day - item.day) <= DAYS_BETWEEN_SHARES,
      );
      if (others.length > MAX_OTHERS) continue;
      for (let shares = 2; shares <= Math.min(MAX_SHARES, others.length + 1); shares++) {
        for (const row of around(byAmount, item, shares * item.gross)) {
          if (isNear(item, row)) yield* sharesOf(open, item, others, shares, row, chance);
        }
      }
    }
  }
}

function* sharesOf(
  open: OpenRecords,
  item: PayoutItem,
  others: readonly PayoutItem[],
  shares: number,
  row: LedgerRow,
  chance: ChanceSums,
): Generator<Shared> {
  const { level, weight } = open.scorer.compareCustomers(item, row);
  if (weight < MIN_SAME_CUSTOMER) return;
  const completeAs =
    others.length === shares - 1 ? "equal open lines of this day in this payout" : null;
  const { currency, amount } = row;
  const multiples = Array.from({ length: MAX_SHARES - 1 }, (_, i) => (i + 2) * item.gross);
  const sumWeight =
    chance.weight({ currency, amount }, multiples, 0) - log2Choices(others.length, shares - 1);
  for (let mask = 1; mask < 2 ** others.length; mask++) {
    if (countBits(mask) !== shares - 1) continue;
    yield {
      ...{
        items: [item, ...selectByMask(mask, others)],
        row,
        name: level,
        sumWeight,
        isSingle: false,
        completeAs,
      },
      nameMatchWeight: Math.min(MAX_NAME_WEIGHT, weight),
      priorWeight: CUSTOMER_WEIGHT,
    };
  }
}

function weakest(open: OpenRecords, items: readonly PayoutItem[], row: LedgerRow) {
  if (items.some((item) => open.scorer.reference(item, row).weight < 0)) return null;
  const names = items.map((item) => open.scorer.compareCustomers(item, row));
  return names.reduce((a, b) => (b.weight < a.weight ? b : a));
}

function isClaimed({ claims }: OpenRecords, record: PayoutItem | LedgerRow): boolean {
  return (claims?.get(record)?.probability ?? 0) >= MAX_CLAIMED;
}

function totalOf(items: readonly PayoutItem[]): number {
  return items.reduce((sum, { gross }) => sum + gross, 0);
}
