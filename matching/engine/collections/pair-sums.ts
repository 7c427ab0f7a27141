const NOTHING = -1;
const FIRST_SLOTS = 2 ** 6;
/** A table grows when two of three slots are in use. */
const FULL = 1.5;

/**
 * Sums by two numbers from 0 on, in the order in which they were first added to. In columns, because there are
 * millions and a key of both numbers would be too large for a small integer.
 */
export class PairSums {
  private lefts = new Int32Array(FIRST_SLOTS);
  private rights = new Int32Array(FIRST_SLOTS);
  private sums = new Float64Array(FIRST_SLOTS);
  /** Position of the sum of each slot; −1 for an empty one. */
  private slots = new Int32Array(FIRST_SLOTS * 2).fill(NOTHING);
  private size = 0;

  clear(): void {
    this.size = 0;
    this.slots.fill(NOTHING);
  }

  /** @returns the sum; 0 where nothing was added */
  get(left: number, right: number): number {
    const at = this.slots[this.slotOf(left, right)] ?? NOTHING;
    return at === NOTHING ? 0 : (this.sums[at] ?? 0);
  }

  /** @returns whether it is the first for these two */
  add(left: number, right: number, value: number): boolean {
    const slot = this.slotOf(left, right);
    const at = this.slots[slot] ?? NOTHING;
    if (at !== NOTHING) {
      this.sums[at] = (this.sums[at] ?? 0) + value;
      return false;
    }
    if (this.size === this.sums.length) this.enlarge();
    this.slots[slot] = this.size;
    this.lefts[this.size] = left;
    this.rights[this.size] = right;
    this.sums[this.size++] = value;
    if (this.size * FULL > this.slots.length) this.spread();
    return true;
  }

  /** The first number and the sum of each pair. */
  *[Symbol.iterator](): Generator<[left: number, sum: number]> {
    for (let at = 0; at < this.size; at++) yield [this.lefts[at] ?? 0, this.sums[at] ?? 0];
  }

  private enlarge(): void {
    const { lefts, rights, sums } = this;
    this.lefts = new Int32Array(sums.length * 2);
    this.rights = new Int32Array(sums.length * 2);
    this.sums = new Float64Array(sums.length * 2);
    this.lefts.set(lefts);
    this.rights.set(rights);
    this.sums.set(sums);
  }

  private spread(): void {
    this.slots = new Int32Array(this.slots.length * 2).fill(NOTHING);
    for (let at = 0; at < this.size; at++) {
      this.slots[this.slotOf(this.lefts[at] ?? 0, this.rights[at] ?? 0)] = at;
    }
  }

  /** The slot of these two, or the empty one where they belong. */
  private slotOf(left: number, right: number): number {
    const last = this.slots.length - 1;
    const hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca77);
    let slot = (hash ^ (hash >>> 15)) & last;
    for (;;) {
      const at = this.slots[slot] ?? NOTHING;
      if (at === NOTHING || (this.lefts[at] === left && this.rights[at] === right)) return slot;
      slot = (slot + 1) & last;
    }
  }
}
