import { Fingerprint, FingerprintIds } from "../collections/fingerprint-ids";
import { fitted } from "../collections/fitted";
import { canonicalSpelling } from "./transliteration";

const KEY_LENGTH = 4;
const LONG_KEYS = [9, 13];
const LONGEST_KEY = 13;
/** Words that are joined for a long key. */
const JOINED_WORDS = 3;
const NO_KEYS: readonly number[] = [];

/**
 * Blocking keys as numbers: beginnings of words, longer beginnings of joined words, and whole texts. Equal
 * texts have equal numbers, wherever they come from.
 */
export class KeyTable {
  private readonly ids = new FingerprintIds();
  private readonly ofWord = new Map<string, number>();

  /** @returns the key of a whole text */
  of(text: string): number {
    const fingerprint = new Fingerprint();
    for (let i = 0; i < text.length; i++) fingerprint.add(text.charCodeAt(i));
    return this.ids.of(fingerprint.value);
  }

  /**
   * @param words folded
   * @returns beginnings of the words, and longer beginnings of up to three joined words, which are rarer
   * and survive texts that a bank joins or truncates; each once
   */
  ofWords(words: readonly string[]): readonly number[] {
    if (words.length === 0) return NO_KEYS;
    const keys: number[] = [];
    for (const [i, word] of words.entries()) {
      addOnce(keys, this.beginningOf(word));
      this.addLong(keys, words, i);
    }
    return fitted(keys);
  }

  /** @returns the keys of joined words, as in a domain: "northgatejoinery" */
  ofJoined(joined: string): readonly number[] {
    const keys: number[] = [];
    if (joined.length >= KEY_LENGTH) {
      keys.push(this.beginningOf(joined));
      addOnce(keys, this.beginningOf(joined.slice(0, KEY_LENGTH)));
    }
    this.addLong(keys, [joined], 0);
    return keys;
  }

  /** The beginning of a word, the same for spellings that differ by convention alone. */
  private beginningOf(word: string): number {
    let key = this.ofWord.get(word);
    if (key === undefined) {
      key = this.of(canonicalSpelling(word).slice(0, KEY_LENGTH));
      this.ofWord.set(word, key);
    }
    return key;
  }

  /** The long keys that begin with the word at a position. */
  private addLong(keys: number[], words: readonly string[], first: number): void {
    const fingerprint = new Fingerprint();
    let length = 0;
    for (let at = first; at < words.length && at < first + JOINED_WORDS; at++) {
      const word = words[at] ?? "";
      for (let i = 0; i < word.length && length < LONGEST_KEY; i++) {
        fingerprint.add(word.charCodeAt(i));
        if (LONG_KEYS.includes(++length)) addOnce(keys, this.ids.of(fingerprint.value));
      }
    }
  }
}

function addOnce(keys: number[], key: number): void {
  if (!keys.includes(key)) keys.push(key);
}
