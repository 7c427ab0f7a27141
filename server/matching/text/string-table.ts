import type { ReferenceKind } from "../parameters";
import { type NameForm, toNameForm } from "./names";
import type { Reference } from "./references";
import { canonicalSpelling } from "./transliteration";

const KEY_LENGTH = 4;
const LONG_KEYS = [9, 13];
const MAX_USES = 64;
const NO_KEYS: readonly string[] = [];

/** Id of no name and of no reference. */
export const NONE = -1;

/**
 * Interns strings: records hold ids, and every distinct string is parsed at most once, on first
 * use. Names and texts share one id space, references have another.
 */
export class StringTable {
  /** Key of each reference id. */
  readonly referenceKeys: string[] = [];
  /** Kind of each reference id. */
  readonly referenceKinds: ReferenceKind[] = [];
  private readonly raws: string[] = [];
  private readonly uses: number[] = [];
  private readonly forms: (NameForm | null | undefined)[] = [];
  private readonly nameIds = new Map<string, number>();
  private readonly referenceIds = new Map<string, number>();

  /** @returns the id of a name or text; {@link NONE} for an empty one */
  internName(raw: string | undefined): number {
    if (!raw) return NONE;
    let id = this.nameIds.get(raw);
    if (id === undefined) {
      id = this.raws.push(raw) - 1;
      this.nameIds.set(raw, id);
      this.uses.push(0);
    }
    this.uses[id] = (this.uses[id] ?? 0) + 1;
    return id;
  }

  /** @returns the id of a ledger row's reference */
  internReference({ key, kind }: Reference): number {
    const known = this.referenceIds.get(key);
    if (known !== undefined) return known;
    const id = this.referenceKeys.push(key) - 1;
    this.referenceKinds.push(kind);
    this.referenceIds.set(key, id);
    return id;
  }

  /**
   * @returns the id of a reference that some ledger row carries, or {@link NONE}: a reference that
   * only payouts carry cannot join
   */
  findReference({ key }: Reference): number {
    return this.referenceIds.get(key) ?? NONE;
  }

  /** True for a text that so many records carry that it identifies no customer. */
  isBoilerplate(id: number): boolean {
    return (this.uses[id] ?? 0) > MAX_USES;
  }

  /** @returns the name or text as written; empty for {@link NONE} */
  raw(id: number): string {
    return this.raws[id] ?? "";
  }

  /** @returns the parsed name or text; undefined where it has no words */
  form(id: number): NameForm | undefined {
    if (id === NONE) return undefined;
    let form = this.forms[id];
    if (form === undefined) {
      const parsed = toNameForm(this.raws[id] ?? "");
      form = parsed.words.length === 0 ? null : parsed;
      this.forms[id] = form;
    }
    return form ?? undefined;
  }

  /**
   * Blocking keys of a name or text: prefixes of its distinctive words, and longer prefixes of up
   * to three joined words, which are rarer and survive texts that a bank joins or truncates.
   */
  keysOf(id: number): readonly string[] {
    const form = this.form(id);
    return form ? keysOfWords(form.distinctive) : NO_KEYS;
  }
}

/** @returns the blocking keys of joined words, as in a domain: "northgatejoinery" */
export function prefixKeys(joined: string): string[] {
  const long = LONG_KEYS.flatMap((length) =>
    joined.length >= length ? joined.slice(0, length) : [],
  );
  if (joined.length < KEY_LENGTH) return long;
  return [wordKey(joined), wordKey(joined.slice(0, KEY_LENGTH)), ...long];
}

/** @returns the beginning of a word, the same for spellings that differ by convention alone */
export function wordKey(word: string): string {
  return canonicalSpelling(word).slice(0, KEY_LENGTH);
}

/** @returns the blocking keys of words, see {@link StringTable.keysOf} */
export function keysOfWords(words: readonly string[]): readonly string[] {
  if (words.length === 0) return NO_KEYS;
  const keys = new Set<string>();
  for (const [i, word] of words.entries()) {
    keys.add(wordKey(word));
    const joined = words.slice(i, i + 3).join("");
    for (const length of LONG_KEYS) if (joined.length >= length) keys.add(joined.slice(0, length));
  }
  return [...keys];
}
