import { amountLevel, isEqualAmount } from "./amounts";
import type { Background } from "./background";
import type { BookingKinds } from "./booking-kinds";
import { Customers } from "./customers";
import type { FeeModel } from "./fees";
import type { TermFrequency } from "./frequency";
import type { Habits } from "./habits";
import type { Experience } from "./history";
import type { Lexicon } from "./lexicon";
import type { Comparison, Pairs } from "./pairs";
import {
  AMOUNT_LEVELS,
  DIFFERING_BITS,
  IDENTITY_BITS,
  PRESENT_BITS,
  REFERENCE_BITS,
  REFERENCE_CONFLICT_BITS,
  type ReferenceLevel,
  STRANGER_BITS,
  TAKEN_BACK_BITS,
  WINDOW_DAYS,
} from "./prior";
import type { Repeats } from "./repeats";
import type { Entry, Unit } from "./rows";

/** Why a pair scores what it scores; the parts add up to its score. */
export interface PairScore extends Comparison {
  amountBits: number;
  dateBits: number;
  kindBits: number;
  takenBackBits: number;
}

interface SharedReference {
  level: ReferenceLevel;
  id: number;
  bits: number;
}

/** The first levels of amounts are equal ones. */
const EQUAL_LEVELS = 3;
const NO_REFERENCE: SharedReference = { level: "unknown", id: -1, bits: 0 };

interface Knowledge {
  lexicon: Lexicon;
  terms: TermFrequency;
  experience: Experience;
  fees: FeeModel;
  repeats: Repeats;
  habits: Habits;
  background: Background;
  kinds: BookingKinds;
}

const REFERENCE_CONFLICT: SharedReference = {
  level: "reference_conflict",
  id: -1,
  bits: REFERENCE_CONFLICT_BITS,
};

/** Compares rows and weighs comparisons. Holds what that needs to know about the whole input. */
export class Scorer {
  private readonly customers: Customers;

  constructor(private readonly known: Knowledge) {
    this.customers = new Customers(known.lexicon, known.terms, known.experience);
  }

  /** What two rows have to do with each other, whatever else there is. */
  compare(unit: Unit, entry: Entry): Comparison {
    const name = this.customers.compare(unit, entry);
    const reference = this.reference(unit, entry);
    return {
      amount: this.amountLevel(unit, entry),
      lag: entry.day - unit.day,
      name: name.level,
      nameBits: name.bits,
      reference: reference.level,
      referenceId: reference.id,
      referenceBits: reference.bits,
    };
  }

  /** Log2 odds against "these two have nothing to do with each other", given the state of the books. */
  score(unit: Unit, entry: Entry, pairs: Pairs, pair: number): number {
    return (
      this.amountBits(entry, pairs, pair) +
      this.known.habits.lagBits(unit, pairs.lagOf(pair)) +
      this.nameBits(unit, entry, pairs, pair) +
      pairs.referenceBitsOf(pair) +
      this.kindBits(unit, entry, pairs, pair) +
      takenBackBits(entry, pairs.referenceBitsOf(pair))
    );
  }

  /** The same part by part. */
  explain(unit: Unit, entry: Entry, pairs: Pairs, pair: number): PairScore {
    return {
      ...pairs.comparison(pair),
      amountBits: this.amountBits(entry, pairs, pair),
      dateBits: this.known.habits.lagBits(unit, pairs.lagOf(pair)),
      nameBits: this.nameBits(unit, entry, pairs, pair),
      kindBits: this.kindBits(unit, entry, pairs, pair),
      takenBackBits: takenBackBits(entry, pairs.referenceBitsOf(pair)),
    };
  }

  /** Whether rows of this kind come through a processor; a bank takes cash and checks as well. */
  private kindBits(unit: Unit, entry: Entry, pairs: Pairs, pair: number): number {
    const isProcessed = unit.line !== undefined || unit.deposit.processor !== undefined;
    if (!isProcessed || pairs.referenceBitsOf(pair) >= IDENTITY_BITS) return 0;
    return this.known.kinds.bitsOf(entry);
  }

  private amountBits(entry: Entry, pairs: Pairs, pair: number): number {
    const { habits, background } = this.known;
    const level = AMOUNT_LEVELS[pairs.amountOf(pair)] ?? "different";
    if (!isEqualAmount(level)) return STRANGER_BITS + DIFFERING_BITS[level];
    const expected = background.strangersPerDay(entry) * WINDOW_DAYS;
    return PRESENT_BITS + habits.amountBits(level) - Math.log2(expected);
  }

  /** A name sets a customer apart from strangers, but not from the same customer's other payments. */
  private nameBits(unit: Unit, entry: Entry, pairs: Pairs, pair: number): number {
    const { habits, background, repeats } = this.known;
    const bits = habits.nameBits(pairs.nameOf(pair), pairs.nameBitsOf(pair));
    if (bits <= 0 || pairs.amountOf(pair) >= EQUAL_LEVELS) return bits;
    const share = repeats.perDay(unit, entry) / background.strangersPerDay(entry);
    return share === 0 ? bits : -Math.log2(2 ** -bits + share);
  }

  amountLevel(unit: Unit, entry: Entry) {
    return amountLevel(unit, entry, this.known.fees);
  }

  /** What names, addresses and texts say about the customer. */
  name(unit: Unit, entry: Entry) {
    return this.customers.compare(unit, entry);
  }

  reference(unit: Unit, entry: Entry): SharedReference {
    let best = NO_REFERENCE;
    for (const id of unit.references) {
      if (!entry.references.includes(id)) continue;
      const level = this.known.lexicon.referenceKinds[id] ?? "short_number";
      const bits = REFERENCE_BITS[level] - Math.log2(this.known.terms.pairsSharing(id));
      if (bits > best.bits) best = { level, id, bits };
    }
    // Two charge ids that are not the same charge, two check numbers that are not the same check.
    const contradict = best.bits <= 0 && (unit.idKinds & entry.idKinds) !== 0;
    return contradict ? REFERENCE_CONFLICT : best;
  }
}

/** Whether a reference is specific enough to decide. */
export function isIdentity({ referenceBits }: Comparison): boolean {
  return referenceBits >= IDENTITY_BITS;
}

function takenBackBits(entry: Entry, referenceBits: number): number {
  if (!entry.takenBack || referenceBits >= IDENTITY_BITS) return 0;
  return TAKEN_BACK_BITS[entry.takenBack];
}
