import { lowerBound } from "./lower-bound";

/** More elements than there are records; a key times this is still an exact number. */
const STRIDE = 2 ** 24;
const FIRST_CAPACITY = 64;
const GROWTH = 1.5;

/**
 * Elements by key, as one sorted array: an element is a number, and comes as often as it has the key. All
 * entries are added first; then each key has places [from, to), whose elements ascend.
 */
export class PostingLists {
  private entries = new Float64Array(FIRST_CAPACITY);
  private size = 0;

  /** @param keysOf keys of each element 0, 1, …; O(n log n) for n keys in all */
  constructor(elements: number, keysOf: (element: number) => readonly number[]) {
    for (let element = 0; element < elements; element++) {
      for (const key of keysOf(element)) this.add(key * STRIDE + element);
    }
    this.entries = this.entries.slice(0, this.size).sort();
  }

  /** @returns the place of the key's first element that is at least `element` */
  place(key: number, element = 0): number {
    return lowerBound(this.entries, key * STRIDE + element);
  }

  /** @returns the first place after `from` that does not hold an element of the key below `end` */
  endOf(key: number, from: number, end = STRIDE): number {
    const after = key * STRIDE + end;
    return (this.entries[from] ?? after) >= after ? from : lowerBound(this.entries, after, from);
  }

  /** @returns the element at a place */
  at(place: number): number {
    return (this.entries[place] ?? 0) % STRIDE;
  }

  /** @returns number of entries by key */
  counts(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const entry of this.entries) {
      const key = Math.floor(entry / STRIDE);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  }

  private add(entry: number): void {
    if (this.size === this.entries.length) {
      const larger = new Float64Array(Math.ceil(this.size * GROWTH));
      larger.set(this.entries);
      this.entries = larger;
    }
    this.entries[this.size++] = entry;
  }
}
