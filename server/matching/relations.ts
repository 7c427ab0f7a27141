import { append } from "./grouping";
import { type NameLevel, WINDOW } from "./prior";
import type { Entry, Unit } from "./rows";
import type { OpenRows } from "./set-proposal";

/** What ties a payment to a line: its customer, a reference, or both. */
export interface Tie {
  entry: Entry;
  name: NameLevel;
  /** Of name and reference together. */
  bits: number;
  referenceBits: number;
}

const MOST_PER_KEY = 128;
const WORD_KEY = 4;
/** Less ties nobody to anybody. */
const LEAST_BITS = 5;

/** Finds the open payments that a name, an address or a reference ties to a line or deposit. */
export class Relations {
  private readonly byKey = new Map<string, Entry[]>();

  constructor(private readonly open: OpenRows) {
    for (const entry of open.entries) {
      for (const key of this.keysOf(entry)) append(this.byKey, key, entry);
    }
  }

  /** Payments of either sign within the window, in the order of the books. */
  tiesOf(unit: Unit): Tie[] {
    const related = new Set<Entry>();
    for (const key of this.keysOf(unit)) {
      const entries = this.byKey.get(key);
      if (!entries || entries.length > MOST_PER_KEY) continue;
      for (const entry of entries) if (isNear(unit, entry)) related.add(entry);
    }
    const ties: Tie[] = [];
    for (const entry of [...related].sort((a, b) => a.index - b.index)) {
      const name = this.open.scorer.name(unit, entry);
      const referenceBits = this.open.scorer.reference(unit, entry).bits;
      const bits = name.bits + referenceBits;
      if (bits >= LEAST_BITS) ties.push({ entry, name: name.level, bits, referenceBits });
    }
    return ties;
  }

  private *keysOf(row: Unit | Entry): Generator<string> {
    const { lexicon } = this.open.rows;
    const name = lexicon.form(row.name)?.key;
    if (name) yield `=${row.currency} ${name}`;
    yield* lexicon.keysOf(row.name);
    yield* lexicon.keysOf(row.text);
    if (row.email !== "") yield* mailKeys(row.email);
    for (const reference of row.references) yield `#${reference}`;
  }
}

export function isNear(unit: Unit, entry: Entry): boolean {
  const lag = entry.day - unit.day;
  return entry.currency === unit.currency && lag >= -WINDOW.before && lag <= WINDOW.after;
}

/** jane.doe@…, jdoe@… and info@doe.com are all found under "doe". */
function mailKeys(email: string): Set<string> {
  const keys = new Set([`@${email}`]);
  const [local = "", domain = ""] = email.split("@");
  for (const word of [...local.split(/[^\p{L}]+/u), domain.split(".")[0] ?? ""]) {
    if (word.length < 3) continue;
    keys.add(word.slice(0, WORD_KEY)).add(word.slice(1, WORD_KEY + 1));
  }
  return keys;
}
