import { TEXTS } from "../parameters";
import { type Word, wordOf } from "../text/word-fits";

/** A word and how rare it is. */
export interface Term {
  word: Word;
  /** log2 of one in so many texts that say it. */
  bits: number;
}

/** The words of a text, each once, and how many records have it. */
export interface CountedText {
  words: readonly string[];
  times: number;
}

interface Side {
  texts: number;
  /** Texts that say a word. */
  counts: ReadonlyMap<string, number>;
  /** All words in order, and how many texts say those before each. */
  words: readonly string[];
  before: Float64Array;
}

/** After every word that begins like another one. */
const LAST = "\uffff";

/** How many texts of either side say a word. A word that all texts of one side say is common, whatever the other one says. */
export class WordFrequency {
  private readonly terms = new Map<string, Term>();
  private readonly beginnings = new Map<string, number>();
  private readonly sides: readonly Side[];

  /** @param sides texts of each side. O(words log words). */
  constructor(sides: readonly Iterable<CountedText>[]) {
    this.sides = sides.map(countWords);
  }

  /** @returns the word with its rarity */
  term(word: string): Term {
    let term = this.terms.get(word);
    if (!term) {
      term = { word: wordOf(word), bits: this.rarest(({ counts }) => counts.get(word) ?? 0) };
      this.terms.set(word, term);
    }
    return term;
  }

  /** @returns bits for some word that begins so */
  bitsOfBeginning(beginning: string): number {
    let bits = this.beginnings.get(beginning);
    if (bits === undefined) {
      bits = this.rarest((side) => countBeginning(side, beginning));
      this.beginnings.set(beginning, bits);
    }
    return bits;
  }

  private rarest(countOn: (side: Side) => number): number {
    const shares = this.sides.map((side) => (countOn(side) + 1) / (side.texts + TEXTS.smoothing));
    return Math.max(0, -Math.log2(Math.max(...shares)));
  }
}

function countWords(texts: Iterable<CountedText>): Side {
  const counts = new Map<string, number>();
  let spoken = 0;
  for (const { words, times } of texts) {
    if (words.length > 0) spoken += times;
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + times);
  }
  const words = [...counts.keys()].sort((a, b) => (a < b ? -1 : 1));
  const before = new Float64Array(words.length + 1);
  for (const [at, word] of words.entries()) {
    before[at + 1] = (before[at] ?? 0) + (counts.get(word) ?? 0);
  }
  return { texts: spoken, counts, words, before };
}

/** How many texts say a word that begins so, at most all. */
function countBeginning({ texts, words, before }: Side, beginning: string): number {
  const from = before[place(words, beginning)] ?? 0;
  return Math.min(texts, (before[place(words, beginning + LAST)] ?? 0) - from);
}

/** First position of a word that is not before the given one. O(log words). */
function place(words: readonly string[], word: string): number {
  let [low, high] = [0, words.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[middle] ?? "") < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
