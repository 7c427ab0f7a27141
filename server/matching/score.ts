import type { FeeModel } from "./fees";
import {
  type AmountFrequency,
  type RepeatFrequency,
  type TermFrequency,
  WINDOW_DAYS,
} from "./frequency";
import type { Experience } from "./history";
import type { Lexicon } from "./lexicon";
import { NONE } from "./lexicon";
import { compareNames, emailFitsName, findNameInText, type NameRelation } from "./names";
import type { Entry, Unit } from "./normalize";
import {
  type AmountLevel,
  DEPOSIT_LAG,
  DIFFERING_BITS,
  IDENTITY_BITS,
  LAG_FLOOR,
  LINE_LAG,
  NAME_BITS,
  type NameLevel,
  OUTSIDE_WINDOW_BITS,
  PRESENT_BITS,
  RECORDED_AS_BITS,
  REFERENCE_BITS,
  REFERENCE_CONFLICT_BITS,
  SMALL_DIFFERENCE,
  STRANGER_BITS,
  WINDOW,
} from "./prior";
import type { ReferenceKind } from "./references";

/** Why a pair scores what it scores; the sum of the bits is the score. */
export interface PairScore {
  /** Log2 odds against "these two have nothing to do with each other". */
  score: number;
  prior: number;
  amount: AmountLevel;
  amountBits: number;
  lag: number;
  dateBits: number;
  name: NameLevel;
  nameBits: number;
  reference: ReferenceKind | "reference_conflict" | "unknown";
  referenceKey: string;
  referenceBits: number;
}

/** Scores pairs of rows. Holds what the comparison needs to know about the whole input. */
export class Scorer {
  private readonly nameCache = new Map<number, { relation: NameRelation; rarity: number }>();

  constructor(
    private readonly lexicon: Lexicon,
    private readonly terms: TermFrequency,
    private readonly experience: Experience,
    private readonly fees: FeeModel,
    private readonly repeats: RepeatFrequency,
  ) {}

  /** @param amounts the entries that are still open: only they can be coincidences. */
  score(unit: Unit, entry: Entry, amounts: AmountFrequency): PairScore {
    const amount = this.amountLevel(unit, entry);
    const lag = entry.day - unit.day;
    const found = this.name(unit, entry);
    const reference = this.reference(unit, entry);
    const equal = isEqualAmount(amount);
    const prior = equal ? PRESENT_BITS : STRANGER_BITS;
    const strangers = equal ? amounts.strangersPerDay(unit, entry) : 1;
    const amountBits = equal
      ? RECORDED_AS_BITS[amount] - Math.log2(strangers * WINDOW_DAYS)
      : DIFFERING_BITS[amount];
    const repeats = equal ? this.repeats.repeatsPerDay(unit, entry) : 0;
    const name = found.bits > 0 ? lessRepeats(found, repeats / strangers) : found;
    const dateBits = lagBits(lag, !unit.line);
    return {
      score: prior + amountBits + dateBits + name.bits + reference.bits,
      prior,
      amount,
      amountBits,
      lag,
      dateBits,
      name: name.level,
      nameBits: name.bits,
      reference: reference.level,
      referenceKey: reference.key,
      referenceBits: reference.bits,
    };
  }

  amountLevel(unit: Unit, { amount }: Entry): AmountLevel {
    if (amount === unit.gross) return "exact_gross";
    if (amount === unit.net) return "exact_net";
    if (this.isGrossLessFee(unit, amount)) return "predicted_fee";
    if (isTransposed(amount, unit.gross)) return "transposed_digits";
    const tolerance = Math.max(
      SMALL_DIFFERENCE.minor,
      Math.abs(unit.gross) * SMALL_DIFFERENCE.share,
    );
    if (Math.sign(amount) === Math.sign(unit.gross)) {
      if (Math.abs(amount - unit.gross) <= tolerance) return "small_difference";
    }
    return "different";
  }

  /** Amounts of the ledger that equal this unit once the usual fee is taken off. */
  amountsLessFee(unit: Unit): number[] {
    const rate = unit.net === unit.gross ? this.fees.rateFor(unit) : null;
    if (!rate || unit.gross <= 0) return [];
    if (!unit.line) return this.fees.grossOf(unit.gross, rate);
    const net = this.fees.net(unit.gross, 1, rate);
    return [net - 1, net, net + 1];
  }

  private isGrossLessFee(unit: Unit, amount: number): boolean {
    return this.amountsLessFee(unit).includes(amount);
  }

  /** The best of what names, addresses and texts say about the customer. */
  name(unit: Unit, entry: Entry): { level: NameLevel; bits: number } {
    if (unit.email !== "" && unit.email === entry.email) {
      return { level: "same_email", bits: NAME_BITS.same_email };
    }
    if (this.experience.joinsNames(unit, entry)) {
      return { level: "confirmed_names", bits: NAME_BITS.confirmed_names };
    }
    const direct = this.compare(unit.name, entry.name, false);
    let best = direct;
    const customer = this.lexicon.form(entry.name);
    if (
      best.level === "unknown" &&
      customer &&
      unit.email !== "" &&
      emailFitsName(unit.email, customer)
    ) {
      const bits =
        NAME_BITS.email_fits_name - Math.log2(this.terms.customersSharing(customer.words));
      best = { level: "email_fits_name", bits };
    }
    if (best.bits <= 0) best = better(best, this.compare(entry.name, unit.text, true));
    if (best.bits <= 0) best = better(best, this.compare(unit.name, entry.text, true));
    return best;
  }

  private compare(
    left: number,
    right: number,
    inText: boolean,
  ): { level: NameLevel; bits: number } {
    if (left === NONE || right === NONE) return { level: "unknown", bits: 0 };
    const key = (left * this.lexicon.names.length + right) * 2 + (inText ? 1 : 0);
    let known = this.nameCache.get(key);
    if (!known) {
      const a = this.lexicon.names[left];
      const b = this.lexicon.names[right];
      if (!a || !b) return { level: "unknown", bits: 0 };
      const { relation, shared } = inText ? findNameInText(a, b) : compareNames(a, b);
      known = { relation, rarity: Math.log2(this.terms.customersSharing(shared)) };
      this.nameCache.set(key, known);
    }
    const { relation, rarity } = known;
    if (relation === "unknown" || relation === "names_differ") {
      return { level: relation, bits: NAME_BITS[relation] };
    }
    const level = inText && relation !== "shared_word" ? "name_in_text" : relation;
    if (level === "shared_word" && inText) {
      return { level, bits: Math.max(0, 6 - rarity) };
    }
    const cost = level === "same_name" ? 0 : rarity;
    return { level, bits: Math.max(level === "shared_word" ? -2 : 1, NAME_BITS[level] - cost) };
  }

  reference(
    unit: Unit,
    entry: Entry,
  ): { level: PairScore["reference"]; key: string; bits: number } {
    let best: { level: PairScore["reference"]; key: string; bits: number } = NO_REFERENCE;
    if (unit.references.length === 0 || entry.references.length === 0) return best;
    for (const id of unit.references) {
      if (!entry.references.includes(id) || this.isCutOfTwo(id, unit, entry)) continue;
      const level = this.lexicon.referenceKinds[id] ?? "short_number";
      const bits = REFERENCE_BITS[level] - Math.log2(this.terms.pairsSharing(id));
      if (bits > best.bits) best = { level, key: this.lexicon.referenceKeys[id] ?? "", bits };
    }
    if (best.bits > 0) return best;
    return this.contradict(unit, entry)
      ? { level: "reference_conflict", key: "", bits: REFERENCE_CONFLICT_BITS }
      : best;
  }

  /** Beginnings of ids count only where one side really holds no more than the beginning. */
  private isCutOfTwo(id: number, unit: Unit, entry: Entry): boolean {
    const key = this.lexicon.referenceKeys[id] ?? "";
    if (!key.endsWith("…")) return false;
    const start = key.slice(0, -1);
    const holdsMore = (other: number) => {
      const whole = this.lexicon.referenceKeys[other] ?? "";
      return whole !== key && whole.length > start.length && whole.startsWith(start);
    };
    return unit.references.some(holdsMore) && entry.references.some(holdsMore);
  }

  /** Two charge ids that are not the same charge. */
  private contradict(unit: Unit, entry: Entry): boolean {
    const kinds = new Set<string>();
    for (const id of unit.references) kinds.add(this.idKind(id));
    kinds.delete("");
    return entry.references.some((id) => kinds.has(this.idKind(id)));
  }

  private idKind(id: number): string {
    if (this.lexicon.referenceKinds[id] !== "processor_id") return "";
    const key = this.lexicon.referenceKeys[id] ?? "";
    return key.slice(0, key.indexOf("_"));
  }
}

const NO_REFERENCE = { level: "unknown", key: "", bits: 0 } as const;

export function isEqualAmount(
  level: AmountLevel,
): level is "exact_gross" | "exact_net" | "predicted_fee" {
  return level === "exact_gross" || level === "exact_net" || level === "predicted_fee";
}

/** Whether a reference is specific enough to decide. */
export function isIdentity({ referenceBits }: PairScore): boolean {
  return referenceBits >= IDENTITY_BITS;
}

/** A name sets a customer apart from strangers, but not from the same customer's other payments. */
function lessRepeats<Compared extends { bits: number }>(name: Compared, share: number): Compared {
  return share === 0 ? name : { ...name, bits: -Math.log2(2 ** -name.bits + share) };
}

function better<Compared extends { bits: number }>(a: Compared, b: Compared): Compared {
  return b.bits > 0 ? b : a;
}

/** How much likelier this lag is for a true pair than for strangers spread over the window. */
export function lagBits(lag: number, whole: boolean): number {
  if (lag < -WINDOW.before || lag > WINDOW.after) return OUTSIDE_WINDOW_BITS;
  const shape = whole ? DEPOSIT_LAG : LINE_LAG;
  let share: number = shape.same;
  if (lag < 0) share = shape.earlier * shape.decayEarlier ** (-lag - 1);
  if (lag > 0) share = shape.later * shape.decayLater ** (lag - 1);
  return Math.log2(Math.max(share, LAG_FLOOR) * WINDOW_DAYS);
}

/** Two neighbouring digits swapped, everything else equal: 54.30 and 45.30. */
export function isTransposed(a: number, b: number): boolean {
  const difference = Math.abs(a - b);
  if (difference === 0 || difference % 9 !== 0 || Math.sign(a) !== Math.sign(b)) return false;
  const left = String(Math.abs(a));
  const right = String(Math.abs(b));
  if (left.length !== right.length) return false;
  const off = [...left].flatMap((digit, i) => (digit === right[i] ? [] : [i]));
  const [i = 0, j = 0] = off;
  return off.length === 2 && j === i + 1 && left[i] === right[j] && left[j] === right[i];
}
