/** Anything with a share or weight attached; the weights need not add up to one. */
export type Weighted<Value> = readonly (readonly [value: Value, weight: number])[];

/** Exponent of {@link Random.pickSkewed}: above 1, the first values come up more often. */
const SKEW = 1.6;

/**
 * The generator's only source of chance: sfc32 seeded from one integer and a label, so that every
 * part of a data set has a stream of its own and the same seed always gives the same data.
 */
export class Random {
  private a: number;
  private b: number;
  private c = 0x9e3779b9;
  private counter = 1;

  constructor(
    private readonly seed: number,
    private readonly label = "",
  ) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < label.length; i++) {
      hash = Math.imul(hash ^ label.charCodeAt(i), 0x01000193);
    }
    this.a = seed | 0;
    this.b = hash | 0;
    for (let i = 0; i < 16; i++) this.next();
  }

  /** An independent stream of the same seed. */
  fork(label: string): Random {
    return new Random(this.seed, `${this.label}/${label}`);
  }

  /** 0 ≤ x < 1. */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    this.c |= 0;
    return (sum >>> 0) / 4294967296;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Whole number, both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** @throws RangeError on an empty list */
  pick<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.next() * values.length)];
    if (value === undefined) throw new RangeError("nothing to pick from");
    return value;
  }

  /** Like `pick`, but the first values of the list come up more often, as common names do. */
  pickSkewed<Value>(values: readonly Value[]): Value {
    // Not a power: its last bit depends on the version of Node.
    const skewed = Math.exp(SKEW * Math.log(this.next()));
    const value = values[Math.floor(skewed * values.length)];
    if (value === undefined) throw new RangeError("nothing to pick from");
    return value;
  }

  weighted<Value>(choices: Weighted<Value>): Value;
  weighted<Name extends string>(choices: Readonly<Record<Name, number>>): Name;
  weighted(choices: Weighted<unknown> | Readonly<Record<string, number>>): unknown {
    const list = isList(choices) ? choices : Object.entries(choices);
    let total = 0;
    for (const [, weight] of list) total += weight;
    let rest = this.next() * total;
    for (const [value, weight] of list) {
      rest -= weight;
      if (rest < 0) return value;
    }
    const last = list[list.length - 1];
    if (!last) throw new RangeError("nothing to pick from");
    return last[0];
  }

  /** Mean 0, variance 1 (Box and Muller). */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return radius * Math.cos(2 * Math.PI * this.next());
  }

  /** In place (Fisher and Yates). */
  shuffle<Value>(values: Value[]): Value[] {
    for (let i = values.length - 1; i > 0; i--) {
      const j = Math.floor(this.next() * (i + 1));
      const [left, right] = [values[i], values[j]];
      if (left === undefined || right === undefined) continue;
      values[i] = right;
      values[j] = left;
    }
    return values;
  }
}

function isList(choices: unknown): choices is Weighted<unknown> {
  return Array.isArray(choices);
}
