import { lowerBound } from "./lower-bound";

/** More elements than there are records; a key times this is still an exact number. */
const STRIDE = 2 ** 24;
const FIRST_CAPACITY = 64;
const GROWTH = 1.5;
/** Up to so many keys per entry each has a place of its own; sparser ones are searched for. */
const MAX_KEYS_PER_ENTRY = 4;

/**
 * Elements by key, as two sorted columns: an element is a number, and comes as often as it has the key. All
 * entries are added first; then each key has places [from, to), whose elements ascend.
 */
export class PostingLists {
  private readonly keys: Int32Array;
  private readonly elements: Int32Array;
  /** First place of each key, where there are not many more keys than entries. */
  private readonly starts: Int32Array | null;

  /** @param keysOf keys of each element 0, 1, …; O(n log n) for n keys in all */
  constructor(elements: number, keysOf: (element: number) => readonly number[]) {
    const entries = sortedEntries(elements, keysOf);
    this.keys = new Int32Array(entries.length);
    this.elements = new Int32Array(entries.length);
    for (let place = 0; place < entries.length; place++) {
      const entry = entries[place] ?? 0;
      const key = Math.floor(entry / STRIDE);
      this.keys[place] = key;
      this.elements[place] = entry - key * STRIDE;
    }
    this.starts = startsOf(this.keys);
  }

  /** @returns the place of the key's first element that is at least `element` */
  place(key: number, element = 0): number {
    const from = this.startOf(key);
    return element === 0 ? from : lowerBound(this.elements, element, from, this.startOf(key + 1));
  }

  /** @returns the first place after `from` that does not hold an element of the key below `end` */
  endOf(key: number, from: number, end = STRIDE): number {
    const isOfKey = this.keys[from] === key && (this.elements[from] ?? end) < end;
    if (!isOfKey) return from;
    const to = this.startOf(key + 1);
    return end === STRIDE ? to : lowerBound(this.elements, end, from, to);
  }

  /** @returns the element at a place */
  at(place: number): number {
    return this.elements[place] ?? 0;
  }

  /** @returns number of entries by key */
  counts(): Map<number, number> {
    const counts = new Map<number, number>();
    for (const key of this.keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts;
  }

  private startOf(key: number): number {
    if (!this.starts) return lowerBound(this.keys, key);
    return this.starts[key] ?? this.keys.length;
  }
}

function sortedEntries(
  elements: number,
  keysOf: (element: number) => readonly number[],
): Float64Array {
  let entries = new Float64Array(FIRST_CAPACITY);
  let size = 0;
  for (let element = 0; element < elements; element++) {
    for (const key of keysOf(element)) {
      if (size === entries.length) {
        const larger = new Float64Array(Math.ceil(size * GROWTH));
        larger.set(entries);
        entries = larger;
      }
      entries[size++] = key * STRIDE + element;
    }
  }
  return entries.subarray(0, size).sort();
}

function startsOf(keys: Int32Array): Int32Array | null {
  const last = keys.at(-1) ?? 0;
  if (last > keys.length * MAX_KEYS_PER_ENTRY) return null;
  const starts = new Int32Array(last + 2);
  let place = 0;
  for (let key = 0; key < starts.length; key++) {
    while ((keys[place] ?? last + 1) < key) place++;
    starts[key] = place;
  }
  return starts;
}
