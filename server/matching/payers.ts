import { lagPrior } from "./lags";
import type { Unit } from "./rows";
import type { OpenRows, SetProposal, WayToPayOut } from "./set-proposal";
import { type FeeRate, nameOfFee, type Tariff, usualTariffs } from "./tariffs";

/** How deposits are booked before any is known; the rest is pairs, or nothing that the books know. */
const WAYS: Readonly<Record<WayToPayOut, number>> = { days: 0.3, reference: 0.15, loose: 0.2 };
const NOTHING = 0.35;
/** How many of the deposits that nothing explains yet the books may not know. */
const UNKNOWN_SHARE = 0.5;
/** How many deposits the shares above count for. */
const STRENGTH = { tariffs: 4, ways: 8, lags: 8 } as const;
/** What is rarer than this, against nothing, is not tried at all. */
const LEAST_WAY_BITS = -7;
/** Pairs from here on count as how such a deposit is booked. */
const PAIRED = 0.9;
const WORDS_OF_KIND = 2;

/** How deposits without lines of each kind are usually booked, and what was kept of them. */
export class Payers {
  private readonly wholes: Unit[];
  private readonly paired = new Set<Unit>();
  private readonly kinds = new Map<Unit, string>();
  private tariffs = new Counts();
  private ways = new Counts();
  private lags = new Counts();

  /** @param seenFees fees that the deposits themselves show, by currency */
  constructor(
    private readonly open: OpenRows,
    private readonly seenFees: ReadonlyMap<string, readonly FeeRate[]>,
  ) {
    this.wholes = open.rows.units.filter((unit) => !unit.line);
    const opened = new Set(open.units);
    for (const unit of this.wholes) {
      const claim = open.claims?.get(unit)?.probability ?? 0;
      if (!opened.has(unit) || claim >= PAIRED) this.paired.add(unit);
    }
  }

  /** @param sets that are decided, or likely */
  learnFrom(sets: readonly SetProposal[]): void {
    this.tariffs = new Counts();
    this.ways = new Counts();
    this.lags = new Counts();
    const known = new Map<Unit, SetProposal>();
    for (const set of sets) for (const unit of set.units) known.set(unit, set);
    for (const unit of this.wholes) {
      const set = known.get(unit);
      if (set) this.learn(unit, set);
      else if (this.paired.has(unit)) this.ways.add(this.kindOf(unit), "pair");
      // Before sets were looked for, open deposits say nothing of how they are booked.
      else if (sets.length > 0) this.ways.add(this.kindOf(unit), "nothing", UNKNOWN_SHARE);
    }
  }

  private learn(unit: Unit, { way, fee = null, lag }: SetProposal): void {
    this.ways.add(this.kindOf(unit), way ?? "customer");
    if (!way) return;
    this.tariffs.add(payerOf(unit), nameOfFee(fee));
    this.lags.add(this.kindOf(unit), `${lag}`);
  }

  /** log2 of how much oftener such deposits are booked this way than not at all. */
  wayBits(unit: Unit, way: WayToPayOut): number {
    const kind = this.kindOf(unit);
    const nothing = this.ways.share(kind, "nothing", NOTHING, STRENGTH.ways);
    return Math.log2(this.ways.share(kind, way, WAYS[way], STRENGTH.ways) / nothing);
  }

  /** Whether it is worth looking for sets of this way. */
  isTried(unit: Unit, way: WayToPayOut): boolean {
    return this.wayBits(unit, way) >= LEAST_WAY_BITS;
  }

  /** Share of such deposits whose last payment was booked so many days later (negative: before). */
  lagShare(unit: Unit, lag: number): number {
    return this.lags.share(this.kindOf(unit), `${lag}`, lagPrior(lag, true), STRENGTH.lags);
  }

  /** What may have been kept of the payments in such a deposit. */
  tariffsOf(unit: Unit): Tariff[] {
    const payer = payerOf(unit);
    if (unit.gross <= 0) return [{ fee: null, share: 1 }];
    const expected = this.open.fees.rateFor(unit);
    const seen = this.seenFees.get(unit.currency) ?? [];
    return usualTariffs(expected, seen).map(({ fee, share }) => ({
      fee,
      share: this.tariffs.share(payer, nameOfFee(fee), share, STRENGTH.tariffs),
    }));
  }

  /** Banks begin with the kind of transaction: "ACH CREDIT …", "DEPOSIT 301". */
  private kindOf(unit: Unit): string {
    let kind = this.kinds.get(unit);
    if (kind === undefined) {
      const words = this.open.rows.lexicon.form(unit.text)?.words ?? [];
      const plain = words.filter((word) => !/\d/.test(word)).slice(0, WORDS_OF_KIND);
      kind = `${payerOf(unit)} ${Math.sign(unit.gross)} ${plain.join(" ")}`;
      this.kinds.set(unit, kind);
    }
    return kind;
  }
}

/** How often each value was seen, by key. */
class Counts {
  private readonly counts = new Map<string, number>();

  add(key: string, value: string, times = 1): void {
    for (const name of [key, `${key}\u0000${value}`]) {
      this.counts.set(name, (this.counts.get(name) ?? 0) + times);
    }
  }

  /** Its share among all of the key, shrunk to a prior that counts for so many sightings. */
  share(key: string, value: string, prior: number, strength: number): number {
    const seen = this.counts.get(`${key}\u0000${value}`) ?? 0;
    return (prior * strength + seen) / (strength + (this.counts.get(key) ?? 0));
  }
}

function payerOf({ deposit }: Unit): string {
  return `${deposit.currency} ${deposit.processor ?? ""}`;
}
