const NOTHING = -1;
const FIRST_SLOTS = 2 ** 10;

/**
 * Remembers values by two numbers from 0 on. There is one slot for all pairs with the same hash, so the
 * memory is bounded: a newer value takes the place of an older one. Grows with what it is given, since a run
 * of the engine is kept for each company.
 */
export class PairCache<Value> {
  private lefts = new Int32Array();
  private rights = new Int32Array();
  private values: (Value | undefined)[] = [];
  private used = 0;

  /** @param most slots, a power of two */
  constructor(private readonly most: number) {
    this.resize(Math.min(most, FIRST_SLOTS));
  }

  /** @returns the value set last for this pair; undefined where it was replaced */
  get(left: number, right: number): Value | undefined {
    const slot = this.slotOf(left, right);
    const isKnown = this.lefts[slot] === left && this.rights[slot] === right;
    return isKnown ? this.values[slot] : undefined;
  }

  set(left: number, right: number, value: Value): void {
    const slots = this.lefts.length;
    if (this.used * 4 > slots && slots < this.most) this.resize(slots * 2);
    this.put(left, right, value);
  }

  private put(left: number, right: number, value: Value): void {
    const slot = this.slotOf(left, right);
    if (this.lefts[slot] === NOTHING) this.used += 1;
    this.lefts[slot] = left;
    this.rights[slot] = right;
    this.values[slot] = value;
  }

  private resize(slots: number): void {
    const { lefts, rights, values } = this;
    this.lefts = new Int32Array(slots).fill(NOTHING);
    this.rights = new Int32Array(slots);
    this.values = new Array<Value | undefined>(slots).fill(undefined);
    this.used = 0;
    for (let slot = 0; slot < lefts.length; slot++) {
      const left = lefts[slot] ?? NOTHING;
      if (left !== NOTHING) this.put(left, rights[slot] ?? 0, values[slot] as Value);
    }
  }

  private slotOf(left: number, right: number): number {
    const hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca77);
    return (hash ^ (hash >>> 15)) & (this.lefts.length - 1);
  }
}
