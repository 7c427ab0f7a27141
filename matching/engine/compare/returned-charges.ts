import { append } from "../collections/append";
import { exp2 } from "../exp2";
import { PRIOR_IN_LEDGER } from "../parameters";
import type { PayoutItem } from "../records/records";
import { NONE } from "../text/string-table";

/** Days after a charge within which all of it is given back, and around it within which it is made again, at most. */
const MAX_DAYS = { back: 60, again: 14 } as const;
/**
 * Prior share of such charges that the books have, and the number of charges that it counts for. Of a charge that came
 * back and an equal one that stayed, hardly any books have the one that came back alone.
 */
const PRIORS = {
  again: { share: 0.05, strength: 20 },
  alone: { share: 0.5, strength: 4 },
} as const;
/** A shorter reference is not a processor's. */
const MIN_ID_LENGTH = 8;
/** No share is so small, or so near to one, that its odds mean anything. */
const MARGIN = 0.005;
/** No match is surer than this. */
const MAX_MATCHED = 1 - 2 ** -20;
const PASSES = 8;
/** Bits, of a share that is next to none. */
const LEAST_WEIGHT = logOdds(MARGIN) - PRIOR_IN_LEDGER;

/** Whether the payer was charged the amount again. */
type Kind = keyof typeof PRIORS;

interface Returned {
  kind: Kind;
  /** PayoutItem.index of the refund or return. */
  by: number;
}

/**
 * Charges that were given back in full: a bank debit that bounced, a charge made twice. Where the books have no
 * receipt for the return, they may not have the charge either, but its next try. How often they have it is learned
 * from those of the books at hand, beside all other charges.
 */
export class ReturnedCharges {
  /** By PayoutItem.index of the charge. */
  private readonly returned: ReadonlyMap<number, Returned>;
  private readonly charges: readonly number[];
  /**
   * Bits for a charge whose return isn't in the books. Training starts with the least: books that have such charges show
   * it all the same, but where one payment fits the charge and its next try, training stays with what it starts with.
   */
  private weights: Record<Kind, number> = { again: LEAST_WEIGHT, alone: LEAST_WEIGHT };
  /** Probability by PayoutItem.index that an item is matched. */
  private matched: Float64Array = new Float64Array();

  /** O(n log n). @param items of all payouts */
  constructor(items: readonly PayoutItem[]) {
    const charges = items.filter(({ line, isLinkable, gross }) => line && isLinkable && gross > 0);
    this.returned = findReturned(charges, items);
    this.charges = charges.map(({ index }) => index);
  }

  /**
   * Maximization steps. Recomputing the marginals for each would cost too much, so their change is estimated from their
   * odds. O(passes × charges).
   * @param matched probability by PayoutItem.index that an item is matched
   */
  learn(matched: Float64Array): void {
    this.matched = matched;
    if (this.returned.size === 0) return;
    const usual = this.usualShare();
    const { again, alone } = this.weights;
    this.weights = {
      again: this.learned("again", again, usual),
      alone: this.learned("alone", alone, usual),
    };
  }

  /** @returns bits for any payment of a charge that was given back; 0 for all others */
  matchWeight({ index }: PayoutItem): number {
    const returned = this.returned.get(index);
    if (!returned) return 0;
    const inBooks = this.matched[returned.by] ?? 0;
    return Math.log2(inBooks + (1 - inBooks) * exp2(this.weights[returned.kind]));
  }

  /** Share of all other charges that is matched. */
  private usualShare(): number {
    let [matched, all] = [1, 2];
    for (const charge of this.charges) {
      if (this.returned.has(charge)) continue;
      matched += this.matched[charge] ?? 0;
      all++;
    }
    return matched / all;
  }

  /** @param before the weight, in bits, with which the marginals were computed */
  private learned(of: Kind, before: number, usual: number): number {
    const { share, strength } = PRIORS[of];
    let weight = before;
    for (let pass = 0; pass < PASSES; pass++) {
      let [matched, all] = [0, 0];
      for (const [charge, { kind, by }] of this.returned) {
        if (kind !== of) continue;
        const withoutReceipt = 1 - (this.matched[by] ?? 0);
        const seen = Math.min(MAX_MATCHED, this.matched[charge] ?? 0);
        all += withoutReceipt;
        matched += (withoutReceipt * seen) / (seen + (1 - seen) * exp2(before - weight));
      }
      // Less the charge that is judged: it must not confirm itself.
      const others = Math.max(0, all - 1);
      const ofOthers = all > 0 ? (matched * others) / all : 0;
      weight = logOdds((ofOthers + share * strength) / (others + strength)) - logOdds(usual);
    }
    return weight;
  }
}

/** The charge by its id, otherwise the payer's latest of the amount. O(n log n). */
function findReturned(
  charges: readonly PayoutItem[],
  items: readonly PayoutItem[],
): ReadonlyMap<number, Returned> {
  const backs = items.filter(({ line, isLinkable, gross }) => line && isLinkable && gross < 0);
  const amounts = new Set(backs.map(({ currency, gross }) => `${currency}${-gross}`));
  const byKey = new Map<string, PayoutItem[]>();
  const latestFirst = charges
    .filter(({ currency, gross }) => amounts.has(`${currency}${gross}`))
    .sort((a, b) => b.day - a.day || a.index - b.index);
  for (const charge of latestFirst) {
    for (const key of [...idsOf(charge), ...payersOf(charge)]) append(byKey, key, charge);
  }
  const found = new Map<PayoutItem, PayoutItem>();
  for (const back of backs) {
    const isBefore = (charge: PayoutItem) =>
      charge.day <= back.day && charge.day >= back.day - MAX_DAYS.back && !found.has(charge);
    const isOther = ({ idKinds }: PayoutItem) => (idKinds & back.idKinds) !== 0;
    const first = (keys: string[], isIt: (charge: PayoutItem) => boolean) =>
      keys.flatMap((key) => byKey.get(key)?.find(isIt) ?? [])[0];
    const charge =
      first(idsOf(back), isBefore) ??
      first(payersOf(back), (each) => isBefore(each) && !isOther(each));
    if (charge) found.set(charge, back);
  }
  const isAgain = (charge: PayoutItem) => (other: PayoutItem) =>
    !found.has(other) && Math.abs(other.day - charge.day) <= MAX_DAYS.again;
  const kindOf = (charge: PayoutItem): Kind =>
    payersOf(charge).some((key) => byKey.get(key)?.some(isAgain(charge))) ? "again" : "alone";
  return new Map(
    [...found].map(([charge, { index: by }]) => [charge.index, { kind: kindOf(charge), by }]),
  );
}

/** Its references as they are written, with the amount; of a refund, those of its charge. */
function idsOf({ currency, gross, line }: PayoutItem): string[] {
  const written = line?.reference?.split(/\s+/) ?? [];
  const ids = written.filter(({ length }) => length >= MIN_ID_LENGTH);
  return ids.map((id) => `${currency}${Math.abs(gross)} id ${id}`);
}

function payersOf({ currency, gross, name, email }: PayoutItem): string[] {
  const payers = [...(name === NONE ? [] : [`name ${name}`]), ...(email === "" ? [] : [email])];
  return payers.map((payer) => `${currency}${Math.abs(gross)} ${payer}`);
}

function logOdds(share: number): number {
  const bounded = Math.min(1 - MARGIN, Math.max(MARGIN, share));
  return Math.log2(bounded / (1 - bounded));
}
