import { column } from "../collections/column";
import { DayIndex } from "../collections/day-index";
import { EquivalenceClasses } from "../collections/equivalence-classes";
import {
  MIN_CHANCE_PER_DAY,
  OUTSIDE_PROCESSOR_SHARE,
  ROUND_AMOUNT_FACTORS,
  WINDOW_DAYS,
} from "../parameters";
import type { LedgerRow, PayoutItem } from "../records/records";

const ENDING_MODULUS = 100;
const LOG_BAND = Math.log(1.25);
const HALF_WINDOW = Math.floor(WINDOW_DAYS / 2);
const NEAR_DAYS = 2;

/**
 * u-probability of amounts with term-frequency adjustment: how many payments of an amount occur
 * near a date by chance. A payment with a line of its own is a rival of its own, so
 * each payment counts with the probability that it is unmatched. Counts are local (same amount,
 * similar amounts, near dates), so an unrelated row changes no probability.
 */
export class ChanceAgreement {
  /** Ledger rows by currency and amount. */
  readonly amounts: DayIndex;
  private groups = 0;
  private readonly rows: LedgerRow[];
  private readonly amountIds = new Map<string, Map<number, number>>();
  private readonly amountOf: Int32Array;
  private readonly days: Int32Array;
  private readonly bandIds = new EquivalenceClasses();
  private readonly endingIds = new EquivalenceClasses();
  private readonly bands: DayIndex;
  private readonly endings: DayIndex;
  private readonly places: Record<"near" | "around" | "inBand" | "withEnding", Places>;
  /** Those of the row that is looked at: one for each would be garbage. */
  private readonly masses: Masses = {
    others: 0,
    near: 0,
    around: 0,
    own: 0,
    inBand: 0,
    withEnding: 0,
  };
  private unmatchedShares: Float64Array;
  private chanceRates: Float64Array;

  /**
   * O(n log n) for n ledger rows.
   * @param items only their currencies and amounts are read
   * @param rows elements of all indexes, by LedgerRow.index
   * @param amountsOf amounts with which the payment of an item may be recorded, minor units
   */
  constructor(items: PayoutItem[], rows: LedgerRow[], amountsOf: (item: PayoutItem) => number[]) {
    const days = column(rows, (row) => row.day);
    this.days = days;
    this.amountOf = column(rows, ({ currency, amount }) => {
      const ids = this.idsOf(currency);
      let id = ids.get(amount);
      if (id === undefined) {
        id = this.groups++;
        ids.set(amount, id);
      }
      return id;
    });
    this.amounts = new DayIndex(this.groups, this.amountOf, days);
    const bands = column(rows, (row) => this.bandIds.of(bandOf(row)));
    this.bands = new DayIndex(this.bandIds.size, bands, days);
    const endings = column(rows, (row) => this.endingIds.of(endingOf(row)));
    this.endings = new DayIndex(this.endingIds.size, endings, days);
    this.places = {
      near: new Places(this.amounts, this.amountOf, days, NEAR_DAYS),
      around: new Places(this.amounts, this.amountOf, days, HALF_WINDOW),
      inBand: new Places(this.bands, bands, days, HALF_WINDOW),
      withEnding: new Places(this.endings, endings, days, HALF_WINDOW),
    };
    this.rows = rows;
    this.chanceRates = new Float64Array(rows.length);
    this.unmatchedShares = this.initialUnmatchedShares(items, amountsOf);
    this.update(this.unmatchedShares);
  }

  /**
   * Recomputes all rates from new unmatched shares. O(n log n).
   * @param unmatchedShares probability by LedgerRow.index that no item matches the row
   */
  update(unmatchedShares: Float64Array): void {
    this.unmatchedShares = unmatchedShares;
    const masses = Float64Array.from(this.rows, ({ reversal }, index) =>
      reversal === "voided" ? 0 : Math.max(OUTSIDE_PROCESSOR_SHARE, unmatchedShares[index] ?? 1),
    );
    for (const index of [this.amounts, this.bands, this.endings]) index.setMasses(masses);
    for (const row of this.rows) this.chanceRates[row.index] = this.rateOf(row);
  }

  /** @returns probability by LedgerRow.index that no item matches the row */
  unmatched(): Float64Array {
    return this.unmatchedShares;
  }

  /** @returns group of an amount (minor units) in {@link amounts}; undefined where no row has it */
  group(currency: string, amount: number): number | undefined {
    return this.amountIds.get(currency)?.get(amount);
  }

  /**
   * Indexes the marked rows only, with the groups of {@link amounts}.
   * @param marked 1 or 0 by LedgerRow.index
   */
  amountsAmong(marked: Uint8Array): DayIndex {
    const groupOf = this.amountOf.map((group, index) => (marked[index] === 1 ? group : -1));
    return new DayIndex(this.groups, groupOf, this.days);
  }

  /**
   * @returns expected number of unrelated payments per day with exactly this amount, near the row's
   * day
   */
  chancePerDay(row: LedgerRow): number {
    return this.chanceRates[row.index] ?? this.rateOfLater(row);
  }

  private rateOf(row: LedgerRow): number {
    const { index, reversal } = row;
    const { near, around, inBand, withEnding } = this.places;
    // A row does not agree with itself: its own mass counts only as far as it seems unmatched.
    const unmatchedShare = this.unmatchedShares[index] ?? 1;
    const isCounted = reversal !== "voided";
    const own = isCounted ? Math.max(OUTSIDE_PROCESSOR_SHARE, unmatchedShare) - unmatchedShare : 0;
    const masses = this.masses;
    masses.others = around.count(index) - 1;
    masses.near = near.mass(index);
    masses.around = around.mass(index);
    masses.own = own;
    masses.inBand = inBand.mass(index);
    masses.withEnding = withEnding.mass(index);
    return rateOf(row.amount, masses);
  }

  /** The rate of a row that was not among the first ones, which alone are counted. */
  private rateOfLater(row: LedgerRow): number {
    const { amount, day } = row;
    const group = this.group(row.currency, amount) ?? -1;
    const [first, last] = [day - HALF_WINDOW, day + HALF_WINDOW];
    const [from, to] = this.amounts.placesBetween(group, first, last);
    return rateOf(amount, {
      others: to - from,
      near: this.amounts.mass(group, day - NEAR_DAYS, day + NEAR_DAYS),
      around: this.amounts.massBetween(group, from, to),
      own: 0,
      inBand: this.bands.mass(this.bandIds.find(bandOf(row)) ?? -1, first, last),
      withEnding: this.endings.mass(this.endingIds.find(endingOf(row)) ?? -1, first, last),
    });
  }

  /** Before anything is matched: the surplus of payments over items with the same amount. */
  private initialUnmatchedShares(
    items: PayoutItem[],
    amountsOf: (item: PayoutItem) => number[],
  ): Float64Array {
    const wanted = new Int32Array(this.groups);
    for (const item of items) {
      for (const amount of amountsOf(item)) {
        const group = this.group(item.currency, amount);
        if (group !== undefined) wanted[group] = (wanted[group] ?? 0) + 1;
      }
    }
    return Float64Array.from(this.amountOf, (group) => {
      const [from, to] = this.amounts.range(group);
      return Math.max(0, 1 - (wanted[group] ?? 0) / (to - from));
    });
  }

  private idsOf(currency: string): Map<number, number> {
    let ids = this.amountIds.get(currency);
    if (!ids) {
      ids = new Map();
      this.amountIds.set(currency, ids);
    }
    return ids;
  }
}

/** What the payments around a row weigh, each with the probability that it is unmatched. */
interface Masses {
  /** Number of other payments of the row's amount within the window. */
  others: number;
  /** Payments of its amount within a few days, and within the window. */
  near: number;
  around: number;
  /** What the row adds to both without being a rival. */
  own: number;
  /** Payments of similar amounts within the window, and of those with the same ending. */
  inBand: number;
  withEnding: number;
}

/** The payments of a row's group in an index that are within some days of it: they stay while masses change. */
class Places {
  private readonly from: Int32Array;
  private readonly to: Int32Array;

  constructor(
    private readonly index: DayIndex,
    private readonly groupOf: Int32Array,
    days: Int32Array,
    within: number,
  ) {
    this.from = new Int32Array(days.length);
    this.to = new Int32Array(days.length);
    for (let row = 0; row < days.length; row++) {
      const day = days[row] ?? 0;
      const [from, to] = index.placesBetween(groupOf[row] ?? -1, day - within, day + within);
      this.from[row] = from;
      this.to[row] = to;
    }
  }

  /** @param row LedgerRow.index */
  count(row: number): number {
    return (this.to[row] ?? 0) - (this.from[row] ?? 0);
  }

  mass(row: number): number {
    return this.index.massBetween(this.groupOf[row] ?? -1, this.from[row] ?? 0, this.to[row] ?? 0);
  }
}

function rateOf(amount: number, { others, near, around, own, inBand, withEnding }: Masses): number {
  // A row alone with its amount would otherwise refute its own match: unmatched, it makes its amount common.
  const exact =
    others > 0 ? Math.max(0, (near - own) / (2 * NEAR_DAYS + 1), (around - own) / WINDOW_DAYS) : 0;
  const width = bandWidth(amount);
  const similar = (mass: number, values: number) =>
    (mass - around) / WINDOW_DAYS / Math.max(1, values);
  const byBand = similar(inBand, width);
  const byEnding = similar(withEnding, width / ENDING_MODULUS);
  return Math.max(floorOf(amount), exact + Math.max(0, byBand, byEnding));
}

function endingOf(row: LedgerRow): string {
  return `${bandOf(row)}.${Math.abs(row.amount) % ENDING_MODULUS}`;
}

function floorOf(amount: number): number {
  const round = ROUND_AMOUNT_FACTORS.find(([divisor]) => amount % divisor === 0);
  return MIN_CHANCE_PER_DAY * (round?.[1] ?? 1);
}

/** Amounts within about a quarter of each other share a band. */
function bandOf({ currency, amount }: LedgerRow): string {
  return `${currency}${amount < 0 ? "-" : "+"}${Math.floor(Math.log(Math.abs(amount)) / LOG_BAND)}`;
}

function bandWidth(amount: number): number {
  const band = Math.floor(Math.log(Math.abs(amount)) / LOG_BAND);
  return Math.exp((band + 1) * LOG_BAND) - Math.exp(band * LOG_BAND);
}
