import { lowerBound } from "./frequency";
import { append } from "./grouping";
import type { Lexicon } from "./lexicon";
import type { Entry, Unit } from "./rows";
import type { OpenRows } from "./set-proposal";

/** Rows that a pair claims with this probability are not open to sets of unnamed payments. */
export const CLAIMED = 0.9;

/** Open payments of one currency in the order of their days. */
export class DayPool {
  private readonly days: Int32Array;

  /** @param entries sorted by day */
  constructor(private readonly entries: readonly Entry[]) {
    this.days = Int32Array.from(entries, ({ day }) => day);
  }

  /** Payments on the days first … last. */
  onDays(first: number, last: number): Entry[] {
    return this.entries.slice(lowerBound(this.days, first), lowerBound(this.days, last + 1));
  }
}

/** Tells payments of different origin apart. */
export class Kinds {
  /** By index of the payment. */
  private readonly known: (string | undefined)[] = [];

  constructor(private readonly lexicon: Lexicon) {}

  /** By their type, the form of their reference and the first word of their memo. */
  of(entry: Entry): string {
    let kind = this.known[entry.index];
    if (kind === undefined) {
      const { payment, text } = entry;
      const reference = payment.reference?.trim() ?? "";
      const form = reference.replace(/\d+/g, "0").replace(/\p{L}+/gu, "a");
      kind = `${payment.type ?? ""} ${form} ${this.lexicon.form(text)?.words[0] ?? ""}`;
      this.known[entry.index] = kind;
    }
    return kind;
  }
}

/** A payment that is larger than the whole deposit is not in it. */
export function isWithin(unit: Unit, { amount }: Entry, kept = 0): boolean {
  return Math.abs(amount) * (1 - kept) <= Math.abs(unit.gross);
}

/** The open payments of each currency; those that were taken back or that a pair claims are left out. */
export function dayPools(open: OpenRows): Map<string, DayPool> {
  const sorted = open.entries
    .filter((entry) => entry.takenBack === null && !isClaimed(open, entry))
    .sort((a, b) => a.day - b.day || a.index - b.index);
  const byCurrency = new Map<string, Entry[]>();
  for (const entry of sorted) append(byCurrency, entry.currency, entry);
  const pools = new Map<string, DayPool>();
  for (const [currency, entries] of byCurrency) pools.set(currency, new DayPool(entries));
  return pools;
}

function isClaimed({ claims }: OpenRows, entry: Entry): boolean {
  return (claims?.get(entry)?.probability ?? 0) >= CLAIMED;
}
