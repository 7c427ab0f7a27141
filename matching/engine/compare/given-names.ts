import type { RecordSet } from "../records/records";
import { isJapaneseGivenName } from "../text/japanese-names";
import { isCompanyName } from "../text/name-kind";
import { nicknameGroups } from "../text/nicknames";
import { isSyllabic } from "../text/scripts";
import { NONE, type StringTable } from "../text/string-table";
import { words } from "../text/tokenize";

/** What a word counts for before the books show where it stands, as a given name and as a surname. */
const PRIOR = { nickname: 2, given: 0.5, surname: 0.5 } as const;
/** From this share of its places on, a word is a given name. */
const MIN_SHARE = 0.8;
const MAX_WORDS = 4;
const IN_BRACKETS = /\(\s*(\p{L}+)\s*\)/gu;

/**
 * Which words are given names in these books, by where they stand: "Ruth" of "Ruth Vance", "Vance, Ruth" and "Dorn
 * (Ruth)". People who share one are not related.
 */
export class GivenNames {
  private readonly given = new Map<string, number>();
  private readonly surnames = new Map<string, number>();

  /** O(names). */
  constructor({ items, rows, strings }: RecordSet) {
    const seen = new Set<number>([NONE]);
    for (const { name } of [...items, ...rows]) {
      if (seen.has(name)) continue;
      seen.add(name);
      this.read(name, strings);
    }
  }

  /** @param word folded */
  has(word: string): boolean {
    const isGiven = nicknameGroups(word) !== undefined || isJapaneseGivenName(word);
    const prior = isGiven ? PRIOR.nickname : PRIOR.given;
    const given = (this.given.get(word) ?? 0) + prior;
    const surname = (this.surnames.get(word) ?? 0) + PRIOR.surname;
    return given / (given + surname) >= MIN_SHARE;
  }

  /** @param word folded; whether anyone's name has it */
  isOfPerson(word: string): boolean {
    return this.given.has(word) || this.surnames.has(word);
  }

  private read(name: number, strings: StringTable): void {
    const form = strings.form(name);
    const [first = ""] = form?.words ?? [];
    if (!form || form.words.length < 2 || isCompanyName(form) || isSyllabic(first)) return;
    const raw = strings.raw(name);
    const bracketed: string[] = [];
    const rest = raw.replace(IN_BRACKETS, (_, word: string) => {
      bracketed.push(...words(word));
      return "";
    });
    for (const word of bracketed) count(this.given, word);
    const [before = "", after] = rest.split(",");
    if (after !== undefined) {
      for (const word of words(before)) count(this.surnames, word);
      for (const word of words(after).slice(0, 1)) count(this.given, word);
      return;
    }
    const all = bracketed.length > 0 ? words(rest) : form.words;
    if (all.length > MAX_WORDS) return;
    const [given, ...others] = all;
    const surname = others.at(-1);
    if (given !== undefined && surname !== undefined && bracketed.length === 0)
      count(this.given, given);
    if (surname !== undefined) count(this.surnames, surname);
  }
}

function count(places: Map<string, number>, word: string): void {
  places.set(word, (places.get(word) ?? 0) + 1);
}
