const NOTHING = -1;

/**
 * Remembers values by two numbers from 0 on. There is one slot for all pairs with the same hash, so the
 * memory is bounded: a newer value takes the place of an older one.
 */
export class PairCache<Value> {
  private readonly lefts: Int32Array;
  private readonly rights: Int32Array;
  private readonly values: (Value | undefined)[];

  /** @param slots a power of two */
  constructor(private readonly slots: number) {
    this.lefts = new Int32Array(slots).fill(NOTHING);
    this.rights = new Int32Array(slots);
    this.values = new Array(slots).fill(undefined);
  }

  /** @returns the value set last for this pair; undefined where it was replaced */
  get(left: number, right: number): Value | undefined {
    const slot = this.slotOf(left, right);
    const isKnown = this.lefts[slot] === left && this.rights[slot] === right;
    return isKnown ? this.values[slot] : undefined;
  }

  set(left: number, right: number, value: Value): void {
    const slot = this.slotOf(left, right);
    this.lefts[slot] = left;
    this.rights[slot] = right;
    this.values[slot] = value;
  }

  private slotOf(left: number, right: number): number {
    const hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca77);
    return (hash ^ (hash >>> 15)) & (this.slots - 1);
  }
}
