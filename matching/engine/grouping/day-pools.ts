import { append } from "../collections/append";
import { column } from "../collections/column";
import { lowerBound } from "../collections/lower-bound";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { StringTable } from "../text/string-table";
import type { OpenRecords } from "./set-proposal";

/** Records that a pair claims with this probability are not open to sets of unnamed payments. */
const MIN_CLAIM_PROBABILITY = 0.9;

/** Open payments of one currency, sorted by day. */
export class DayPool {
  private readonly days: Int32Array;

  /** @param rows sorted by day */
  constructor(private readonly rows: readonly LedgerRow[]) {
    this.days = column(rows, ({ day }) => day);
  }

  /** @returns the payments on the days first … last, both included; O(log n + result) */
  onDays(first: number, last: number): LedgerRow[] {
    return this.rows.slice(lowerBound(this.days, first), lowerBound(this.days, last + 1));
  }
}

/** Groups payments by how they were recorded: rows of one origin look alike. */
export class RowOrigins {
  /** By LedgerRow.index. */
  private readonly cache: (string | undefined)[] = [];

  constructor(private readonly strings: StringTable) {}

  /** @returns type of the payment, pattern of its reference and first word of its memo */
  of(row: LedgerRow): string {
    let origin = this.cache[row.index];
    if (origin === undefined) {
      const { payment, text } = row;
      const reference = payment.reference?.trim() ?? "";
      const form = reference.replace(/\d+/g, "0").replace(/\p{L}+/gu, "a");
      origin = `${payment.type ?? ""} ${form} ${this.strings.form(text)?.words[0] ?? ""}`;
      this.cache[row.index] = origin;
    }
    return origin;
  }
}

/**
 * A payment larger than the whole deposit is no part of it.
 * @param kept share of the amount that may have been kept as a fee
 */
export function isWithinDeposit(item: PayoutItem, { amount }: LedgerRow, kept = 0): boolean {
  return Math.abs(amount) * (1 - kept) <= Math.abs(item.gross);
}

/** @returns the open payments by currency, without reversals and without rows that a pair claims */
export function dayPools(open: OpenRecords): Map<string, DayPool> {
  const sorted = open.rows
    .filter((row) => row.reversal === null && !isClaimed(open, row))
    .sort((a, b) => a.day - b.day || a.index - b.index);
  const byCurrency = new Map<string, LedgerRow[]>();
  for (const row of sorted) append(byCurrency, row.currency, row);
  const pools = new Map<string, DayPool>();
  for (const [currency, rows] of byCurrency) pools.set(currency, new DayPool(rows));
  return pools;
}

function isClaimed({ claims }: OpenRecords, row: LedgerRow): boolean {
  return (claims?.get(row)?.probability ?? 0) >= MIN_CLAIM_PROBABILITY;
}
