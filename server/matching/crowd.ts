import { append } from "./grouping";
import type { Lexicon } from "./lexicon";
import type { Entry } from "./rows";

const MOST_PER_WORD = 64;

/** Entries of one amount, too many to look at each: by words of the name, or by nearness in time. */
export class Crowd {
  private readonly byKey = new Map<string, Entry[]>();
  private readonly nameless: Entry[] = [];

  /** @param members in the order of days */
  constructor(
    private readonly members: Entry[],
    lexicon: Lexicon,
  ) {
    for (const entry of members) {
      const { name, email } = entry;
      for (const key of lexicon.keysOf(name)) append(this.byKey, key, entry);
      if (email !== "") append(this.byKey, email, entry);
      else if (lexicon.form(name) === undefined) this.nameless.push(entry);
    }
  }

  /**
   * Entries in the window that share a word: the rarest finds the customer, the next one is there in
   * case it is misspelt.
   */
  *namesakes(keys: ReadonlySet<string>, first: number, last: number): Generator<Entry> {
    const ranges: { list: Entry[]; from: number; to: number }[] = [];
    for (const key of keys) {
      const list = this.byKey.get(key);
      if (!list) continue;
      const from = firstFrom(list, first);
      const to = firstFrom(list, last + 1);
      if (to > from) ranges.push({ list, from, to });
    }
    ranges.sort((a, b) => a.to - a.from - (b.to - b.from));
    for (const [i, { list, from, to }] of ranges.slice(0, 2).entries()) {
      if (to - from > MOST_PER_WORD / (i + 1)) continue;
      for (let at = from; at < to; at++) {
        const entry = list[at];
        if (entry) yield entry;
      }
    }
  }

  /** The nearest in time: of the nameless where the unit has a name, else of all. */
  *nearest(isNamed: boolean, day: number, most: number): Generator<Entry> {
    const list = isNamed ? this.nameless : this.members;
    let right = firstFrom(list, day);
    let left = right - 1;
    for (let taken = 0; taken < most && (left >= 0 || right < list.length); taken++) {
      const before = day - (list[left]?.day ?? Number.NEGATIVE_INFINITY);
      const after = (list[right]?.day ?? Number.POSITIVE_INFINITY) - day;
      const entry = after <= before ? list[right++] : list[left--];
      if (entry) yield entry;
    }
  }
}

function firstFrom(list: Entry[], day: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.day ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
