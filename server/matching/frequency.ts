import { append } from "./grouping";
import type { Lexicon } from "./lexicon";
import { NONE } from "./lexicon";
import type { Entry, Rows, Unit } from "./normalize";
import { FLOOR_PER_DAY, REPEAT, ROUNDNESS, UNRECORDED_SHARE, WINDOW } from "./prior";

const ENDING = 100;
const STEP = Math.log(1.25);
export const WINDOW_DAYS = WINDOW.before + WINDOW.after + 1;
const HALF = Math.floor(WINDOW_DAYS / 2);

/** Entries of one currency and amount, by day. */
export interface Block {
  entries: Entry[];
  days: Int32Array;
  /** Days of the units that could be paid with exactly this amount. */
  unitDays: Int32Array;
  /** Days of entries with similar amounts, and how many amounts they spread over. */
  bands: { days: Int32Array; values: number }[];
}

/**
 * How crowded the neighbourhood of an amount is among the given entries. Counts stay local (same
 * amount, similar amounts, near dates), so an unrelated row changes no probability.
 */
export class AmountFrequency {
  private readonly blocks = new Map<string, Map<number, Block>>();

  constructor(units: Unit[], entries: Entry[]) {
    const unitDays = new Map<string, number[]>();
    for (const { currency, gross, net, day } of units) {
      append(unitDays, `${currency}${gross}`, day);
      if (net !== gross) append(unitDays, `${currency}${net}`, day);
    }
    const byAmount = new Map<string, Map<number, Entry[]>>();
    const byBand = new Map<string, number[]>();
    for (const entry of entries) {
      const amounts = byAmount.get(entry.currency) ?? new Map<number, Entry[]>();
      byAmount.set(entry.currency, amounts);
      append(amounts, entry.amount, entry);
      for (const key of bandKeys(entry.currency, entry.amount)) append(byBand, key, entry.day);
    }
    const sortedBands = new Map<string, Int32Array>();
    for (const [key, days] of byBand) sortedBands.set(key, Int32Array.from(days).sort());
    for (const [currency, amounts] of byAmount) {
      const blocks = new Map<number, Block>();
      for (const [amount, entries] of amounts) {
        entries.sort((a, b) => a.day - b.day || a.index - b.index);
        const bands = bandKeys(currency, amount).map((key, i) => ({
          days: sortedBands.get(key) ?? new Int32Array(),
          values: Math.max(1, bandWidth(amount) / (i === 0 ? 1 : ENDING)),
        }));
        blocks.set(amount, {
          entries,
          days: Int32Array.from(entries, (entry) => entry.day),
          unitDays: Int32Array.from(unitDays.get(`${currency}${amount}`) ?? []).sort(),
          bands,
        });
      }
      this.blocks.set(currency, blocks);
    }
  }

  block(currency: string, amount: number): Block | undefined {
    return this.blocks.get(currency)?.get(amount);
  }

  /**
   * Expected strangers per day who paid exactly this amount, around the entry's day. Payments that
   * have a unit of their own are no strangers but rivals, and compete by themselves; so only the
   * surplus of payments counts, and the share that never went through a processor.
   */
  strangersPerDay(unit: Unit, { currency, amount, day }: Entry): number {
    const block = this.block(currency, amount);
    if (!block) return floorOf(amount);
    const from = unit.day - WINDOW.before;
    const to = unit.day + WINDOW.after;
    const near = between(block.days, day - 2, day + 2) - 1;
    const window = between(block.days, from, to) - 1;
    const explained = between(block.unitDays, from, to) - 1;
    const surplus = window <= 0 ? 1 : Math.max(UNRECORDED_SHARE, 1 - explained / window);
    const around = between(block.days, day - HALF, day + HALF);
    let similar = 0;
    for (const { days, values } of block.bands) {
      const others = between(days, day - HALF, day + HALF) - around;
      similar = Math.max(similar, others / WINDOW_DAYS / values);
    }
    const exact = Math.max(near / 5, window / WINDOW_DAYS, 0) * surplus;
    return Math.max(floorOf(amount), exact + similar);
  }
}

function floorOf(amount: number): number {
  const round = ROUNDNESS.find(([divisor]) => amount % divisor === 0);
  return FLOOR_PER_DAY * (round?.[1] ?? 1);
}

/** Amounts within about a quarter of each other, once all of them and once those ending alike. */
function bandKeys(currency: string, amount: number): [string, string] {
  const size = Math.abs(amount);
  const band = `${currency}${amount < 0 ? "-" : "+"}${Math.floor(Math.log(size) / STEP)}`;
  return [`${band}*`, `${band}.${size % ENDING}`];
}

function bandWidth(amount: number): number {
  const band = Math.floor(Math.log(Math.abs(amount)) / STEP);
  return Math.exp((band + 1) * STEP) - Math.exp(band * STEP);
}

/** How many of the sorted days lie in [from, to]. */
function between(days: Int32Array, from: number, to: number): number {
  return lowerBound(days, to + 1) - lowerBound(days, from);
}

/** Index of the first day that is not before `day`. */
export function lowerBound(days: Int32Array, day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How often the same customer pays the same amount: what a name can't tell apart. */
export class RepeatFrequency {
  private readonly ofUnit: (Int32Array | undefined)[];
  private readonly ofEntry: (Int32Array | undefined)[];

  constructor({ units, entries, lexicon }: Rows) {
    const keyOf = (name: number, email: string, currency: string, amount: number) => {
      const customer = lexicon.form(name)?.key ?? email;
      return customer && `${currency}${amount} ${customer}`;
    };
    this.ofUnit = daysPerKey(
      units.map(({ name, email, currency, gross }) => keyOf(name, email, currency, gross)),
      units,
    );
    this.ofEntry = daysPerKey(
      entries.map(({ name, email, currency, amount }) => keyOf(name, email, currency, amount)),
      entries,
    );
  }

  /**
   * Expected payments per day of this customer and amount that belong to another charge, which is
   * not among the units. Within a few days of the unit that is unlikely unless repeats are that close.
   */
  repeatsPerDay(unit: Unit, entry: Entry): number {
    const ofUnit = this.ofUnit[unit.index];
    const ofEntry = this.ofEntry[entry.index];
    if (!ofUnit && !ofEntry) return 0;
    const others = (radius: number) =>
      Math.max(othersAround(ofUnit, unit.day, radius), othersAround(ofEntry, entry.day, radius));
    const isNear = Math.abs(entry.day - unit.day) <= REPEAT.near;
    const regular = isNear && others(REPEAT.near * 2) === 0 ? REPEAT.regularFactor : 1;
    const perDay = others(REPEAT.around) / (2 * REPEAT.around + 1);
    return perDay * REPEAT.missingShare * regular;
  }
}

/** For every row the sorted days of all rows with its key; undefined for rows that are alone. */
function daysPerKey(keys: string[], rows: { day: number }[]): (Int32Array | undefined)[] {
  const days = new Map<string, number[]>();
  for (const [i, key] of keys.entries()) if (key !== "") append(days, key, rows[i]?.day ?? 0);
  const sorted = new Map<string, Int32Array>();
  for (const [key, list] of days)
    if (list.length > 1) sorted.set(key, Int32Array.from(list).sort());
  return keys.map((key) => sorted.get(key));
}

function othersAround(days: Int32Array | undefined, day: number, radius: number): number {
  return days ? between(days, day - radius, day + radius) - 1 : 0;
}

/** How many different customers share a word, and how many rows a reference: rare means telling. */
export class TermFrequency {
  private readonly customersOfWord = new Map<string, number>();
  private readonly unitsOfReference: Int32Array;
  private readonly entriesOfReference: Int32Array;

  constructor({ units, entries, lexicon }: Rows) {
    this.unitsOfReference = countReferences(units, lexicon);
    this.entriesOfReference = countReferences(entries, lexicon);
    const keys = new Set<string>();
    for (const entry of entries) {
      const form = lexicon.form(entry.name);
      if (entry.name === NONE || !form || keys.has(form.key)) continue;
      keys.add(form.key);
      for (const word of new Set(form.words)) {
        this.customersOfWord.set(word, (this.customersOfWord.get(word) ?? 0) + 1);
      }
    }
  }

  /** Number of distinct ledger customers with the rarest of these words; at least 1. */
  customersSharing(words: string[]): number {
    let rarest = Number.POSITIVE_INFINITY;
    for (const word of words) rarest = Math.min(rarest, this.customersOfWord.get(word) ?? 1);
    return Number.isFinite(rarest) ? Math.max(1, rarest) : 1;
  }

  /** Pairs of rows that this reference could join; 1 means it names one row on either side. */
  pairsSharing(reference: number): number {
    const left = this.unitsOfReference[reference] ?? 0;
    return Math.max(1, left) * Math.max(1, this.entriesOfReference[reference] ?? 0);
  }
}

function countReferences(rows: { references: number[] }[], lexicon: Lexicon): Int32Array {
  const counts = new Int32Array(lexicon.referenceKeys.length);
  for (const row of rows) {
    for (const reference of row.references) counts[reference] = (counts[reference] ?? 0) + 1;
  }
  return counts;
}
