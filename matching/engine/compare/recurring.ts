import { column } from "../collections/column";
import { DayIndex } from "../collections/day-index";
import { RECURRING } from "../parameters";
import type { LedgerRow, PayoutItem, RecordSet } from "../records/records";

const NO_CUSTOMER = -1;
/** Payments of one customer beyond this number are sampled. */
const MAX_EXAMINED = 64;
/** Rows less likely matched than this teach nothing. */
const MIN_MATCHED = 0.5;
const NO_OTHERS = { others: 0, open: 0 };

/** How often the same customer pays the same amount: agreement that a name cannot resolve. */
export class RecurringPayments {
  private readonly payments: DayIndex;
  private readonly customerOf: Int32Array;
  private readonly rows: LedgerRow[];
  /** By LedgerRow.index: few of a customer's payments have the amount, so it is looked at first. */
  private readonly amounts: Float64Array;
  private readonly ids = new Map<string, number>();
  private readonly strings: RecordSet["strings"];
  private unmatchedShares: Float64Array;
  /** Any customer's other payments of the same amount without a charge, per day. */
  private usualRate: number = RECURRING.otherShare / (2 * RECURRING.around + 1);
  /** Share of a customer's payments of one amount without a charge. */
  private missingShare: number = RECURRING.missingShare;

  /** O(n log n) for n ledger rows. */
  constructor({ rows, strings }: RecordSet) {
    this.strings = strings;
    this.customerOf = column(rows, (row) => {
      const key = this.keyOf(row);
      if (key === "") return NO_CUSTOMER;
      const id = this.ids.get(key) ?? this.ids.size;
      this.ids.set(key, id);
      return id;
    });
    const days = column(rows, (row) => row.day);
    this.payments = new DayIndex(this.ids.size, this.customerOf, days);
    this.rows = rows;
    this.amounts = Float64Array.from(rows, ({ amount }) => amount);
    this.unmatchedShares = new Float64Array(rows.length);
  }

  /** @param unmatchedShares probability by LedgerRow.index that no item matches the row */
  update(unmatchedShares: Float64Array): void {
    this.unmatchedShares = unmatchedShares;
    const { otherShare, otherStrength, around, missingShare } = RECURRING;
    const seen = { matched: otherStrength, open: otherShare * otherStrength, others: 0 };
    for (const row of this.rows) {
      const share = 1 - (unmatchedShares[row.index] ?? 1);
      if (share < MIN_MATCHED) continue;
      const { open, others } = this.othersOf(row);
      seen.matched += share;
      seen.open += share * open;
      seen.others += share * others;
    }
    this.usualRate = seen.open / seen.matched / (2 * around + 1);
    this.missingShare =
      (seen.open + (missingShare - otherShare) * otherStrength) / (seen.others + otherStrength);
  }

  /** The customer's other rows of this amount, and how many of them no item matches. */
  private othersOf({ index, day, amount, currency }: LedgerRow): { others: number; open: number } {
    const customer = this.customerOf[index] ?? NO_CUSTOMER;
    if (customer === NO_CUSTOMER) return NO_OTHERS;
    const { around } = RECURRING;
    const [from, to] = this.payments.placesBetween(customer, day - around, day + around);
    const step = Math.max(1, Math.ceil((to - from) / MAX_EXAMINED));
    let [others, open] = [0, 0];
    for (let place = from; place < to; place += step) {
      const at = this.payments.members[place] ?? -1;
      if (this.amounts[at] !== amount) continue;
      const other = this.rows[at];
      if (!other || other.index === index || other.currency !== currency) continue;
      if (other.reversal === "voided") continue;
      others += step;
      open += (this.unmatchedShares[other.index] ?? 0) * step;
    }
    return { others, open };
  }

  /**
   * Expected payments per day of the row's customer with the item's amount (gross or net) whose
   * charge is not among the items: the share that this customer's other payments show, shrunk to
   * the prior. Lower near the item unless repeats are that close. O(log n).
   * @returns payments per day; for a customer with a single payment what is usual in this ledger
   */
  ratePerDay(item: PayoutItem, row: LedgerRow): number {
    const { index, day } = row;
    const customer = this.customerOf[index] ?? this.ids.get(this.keyOf(row)) ?? NO_CUSTOMER;
    if (customer === NO_CUSTOMER) return this.usualRate;
    const isNear = Math.abs(day - item.day) <= RECURRING.near;
    let others = 0;
    let open = 0;
    let near = 0;
    const [from, to] = this.payments.placesBetween(
      customer,
      day - RECURRING.around,
      day + RECURRING.around,
    );
    const step = Math.max(1, Math.ceil((to - from) / MAX_EXAMINED));
    for (let place = from; place < to; place += step) {
      const at = this.payments.members[place] ?? -1;
      if (this.amounts[at] !== item.gross && this.amounts[at] !== item.net) continue;
      const other = this.rows[at];
      if (!other || other.index === index || other.currency !== item.currency) continue;
      if (other.reversal === "voided") continue;
      const unmatched = (this.unmatchedShares[other.index] ?? 0) * step;
      others += step;
      open += unmatched;
      if (Math.abs(other.day - day) <= RECURRING.near * 2) near += unmatched;
    }
    const { strength } = RECURRING;
    const missing = (open + this.missingShare * strength) / (others + strength);
    const regular = isNear && near <= RECURRING.missingShare ? RECURRING.regularFactor : 1;
    const own = ((others * missing) / (2 * RECURRING.around + 1)) * regular;
    return Math.max(own, this.usualRate);
  }

  private keyOf({ name, email }: LedgerRow): string {
    return this.strings.form(name)?.key ?? email;
  }
}
