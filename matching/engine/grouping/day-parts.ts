import { append } from "../collections/append";
import type { LedgerRow } from "../records/records";
import { NONE } from "../text/string-table";

/** Days with more payments are not searched: too many sums would fit. */
const MAX_PAYMENTS = 24;

const MAX_PARTS = 3;

/** Two or three payments of one day, or all of them, that have a given sum. */
export interface DayParts {
  rows: LedgerRow[];
  day: number;
  /** Number of sums that were tried: so much likelier is agreement by chance. */
  tried: number;
}

/**
 * Payments of no customer by day: a counter's books record a day's sales and tips apart, or one
 * payment per terminal or shift.
 */
export class DayPayments {
  private readonly byDay = new Map<string, LedgerRow[]>();

  /** @param rows open rows; those of a customer, and those paid in cash or by check, are left out. O(n) */
  constructor(rows: readonly LedgerRow[]) {
    for (const row of rows) {
      const isOfNobody = row.name === NONE && row.email === "" && row.methodHint !== "offline";
      if (isOfNobody && row.amount > 0) append(this.byDay, `${row.currency}${row.day}`, row);
    }
  }

  /**
   * O(p²) for p payments per day.
   * @param total minor units
   * @param days first and last day number
   */
  *withSum(
    total: number,
    currency: string,
    days: { first: number; last: number },
  ): Generator<DayParts> {
    for (let day = days.first; day <= days.last; day++) {
      const payments = this.byDay.get(`${currency}${day}`) ?? [];
      const count = payments.length;
      if (count < 2 || count > MAX_PAYMENTS) continue;
      const all = payments.reduce((sum, { amount }) => sum + amount, 0);
      if (count > MAX_PARTS && all === total) yield { rows: payments, day, tried: 1 };
      const tried = (count * (count - 1) * (count + 1)) / 6;
      for (const rows of subsets(payments, total)) yield { rows, day, tried };
    }
  }
}

function* subsets(payments: readonly LedgerRow[], total: number): Generator<LedgerRow[]> {
  for (let i = 0; i < payments.length; i++) {
    for (let j = i + 1; j < payments.length; j++) {
      const [first, second] = [payments[i], payments[j]];
      if (!first || !second) continue;
      const rest = total - first.amount - second.amount;
      if (rest === 0) yield [first, second];
      if (rest <= 0) continue;
      const third = withAmount(payments, rest, j + 1);
      if (third) yield [first, second, third];
    }
  }
}

function withAmount(
  payments: readonly LedgerRow[],
  amount: number,
  from: number,
): LedgerRow | undefined {
  for (let at = from; at < payments.length; at++) {
    if (payments[at]?.amount === amount) return payments[at];
  }
  return undefined;
}
