import { minorDigits } from "@/lib/money";
import { lowerBound } from "./frequency";
import { append } from "./grouping";
import { WINDOW } from "./prior";
import type { Rows } from "./rows";
import type { Unmatched, UnmatchedReason } from "./types";

/** What the search saw of a row, as bits. */
export const SAW_EQUAL_AMOUNT = 1;
export const SAW_OTHER_CURRENCY = 2;

export interface Leftovers {
  rows: Rows;
  matchedUnits: Uint8Array;
  matchedEntries: Uint8Array;
  seenUnits: Uint8Array;
  seenEntries: Uint8Array;
}

/** Beyond this many equal amounts the answer no longer changes. */
const MOST_LOOKED_AT = 256;
const RANKED: UnmatchedReason[] = [
  "ambiguous",
  "currency_differs",
  "outside_window",
  "already_explained",
  "no_candidate",
];

/** Why rows stayed without a match. Lines that no payment could explain (fees, payouts) are left out. */
export function explainUnmatched(left: Leftovers): {
  deposits: Unmatched[];
  lines: Unmatched[];
  payments: Unmatched[];
} {
  const { units, entries } = left.rows;
  const openUnits = units.filter(
    ({ index, explainable }) => explainable && left.matchedUnits[index] === 0,
  );
  const openEntries = entries.filter(({ index }) => left.matchedEntries[index] === 0);
  const entriesByAmount = new AmountIndex(
    openUnits.flatMap(({ gross, net, currency }) =>
      [gross, net].map((amount) => ({ amount, currency })),
    ),
  );
  for (const { index, currency, amount, day } of entries) {
    entriesByAmount.add(amount, { index, currency, day });
  }
  const unitsByAmount = new AmountIndex(openEntries);
  for (const { index, currency, gross, net, day, explainable } of units) {
    if (!explainable) continue;
    unitsByAmount.add(gross, { index, currency, day });
    if (net !== gross) unitsByAmount.add(net, { index, currency, day });
  }
  const payments: Unmatched[] = [];
  for (const { index, payment, currency, amount, day } of openEntries) {
    const reason = unitsByAmount.reason([amount], currency, left.seenEntries[index] ?? 0, {
      from: day - WINDOW.after,
      to: day + WINDOW.before,
      isTaken: (unit) => left.matchedUnits[unit] === 1,
    });
    payments.push({ id: payment.id, reason });
  }
  const deposits: Unmatched[] = [];
  const lines: Unmatched[] = [];
  const ofDeposit = new Map<string, UnmatchedReason | null>();
  for (const { index, deposit, line, currency, gross, net, day, explainable } of units) {
    if (left.matchedUnits[index] === 1) ofDeposit.set(deposit.id, null);
    if (left.matchedUnits[index] === 1 || !explainable) continue;
    const reason = entriesByAmount.reason([gross, net], currency, left.seenUnits[index] ?? 0, {
      from: day - WINDOW.before,
      to: day + WINDOW.after,
      isTaken: (entry) => left.matchedEntries[entry] === 1,
    });
    if (line) lines.push({ id: line.id, depositId: deposit.id, reason });
    const known = ofDeposit.get(deposit.id);
    if (known === undefined || (known && RANKED.indexOf(reason) < RANKED.indexOf(known))) {
      ofDeposit.set(deposit.id, reason);
    }
  }
  for (const [id, reason] of ofDeposit) if (reason) deposits.push({ id, reason });
  return { deposits, lines, payments };
}

interface Place {
  index: number;
  currency: string;
  day: number;
}

interface Search {
  from: number;
  to: number;
  isTaken: (index: number) => boolean;
}

/** Rows by what their amount reads, whatever the currency: 500 JPY and 500.00 USD read alike. */
class AmountIndex {
  private readonly places = new Map<number, Place[]>();
  private readonly wanted: Set<number>;
  private readonly sorted = new Map<number, { places: Place[]; days: Int32Array }>();

  /** @param asked the only amounts that will be asked for */
  constructor(asked: Iterable<{ amount: number; currency: string }>) {
    this.wanted = new Set();
    for (const { amount, currency } of asked) this.wanted.add(reading(amount, currency));
  }

  add(amount: number, place: Place): void {
    const key = reading(amount, place.currency);
    if (this.wanted.has(key)) append(this.places, key, place);
  }

  reason(amounts: number[], currency: string, seen: number, search: Search): UnmatchedReason {
    let foreign = (seen & SAW_OTHER_CURRENCY) !== 0;
    let elsewhen = false;
    let inside = false;
    for (const amount of amounts) {
      const { places, days } = this.at(reading(amount, currency));
      elsewhen ||= places.some((place) => place.currency === currency);
      const start = lowerBound(days, search.from);
      const end = Math.min(lowerBound(days, search.to + 1), start + MOST_LOOKED_AT);
      for (let i = start; i < end; i++) {
        const place = places[i];
        if (!place) continue;
        if (place.currency !== currency) foreign = true;
        else if ((seen & SAW_EQUAL_AMOUNT) !== 0 && !search.isTaken(place.index))
          return "ambiguous";
        else inside = true;
      }
    }
    if ((seen & SAW_EQUAL_AMOUNT) !== 0) return "already_explained";
    if (inside) return "no_candidate";
    if (elsewhen) return "outside_window";
    return foreign ? "currency_differs" : "no_candidate";
  }

  private at(key: number): { places: Place[]; days: Int32Array } {
    let found = this.sorted.get(key);
    if (!found) {
      const places = (this.places.get(key) ?? []).sort(
        (a, b) => a.day - b.day || a.index - b.index,
      );
      found = { places, days: Int32Array.from(places, (place) => place.day) };
      this.sorted.set(key, found);
    }
    return found;
  }
}

function reading(amount: number, currency: string): number {
  return amount * 10 ** (3 - minorDigits(currency));
}
