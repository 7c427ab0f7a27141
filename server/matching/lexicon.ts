import { type NameForm, toNameForm } from "./names";
import type { ReferenceKind } from "./prior";
import type { Reference } from "./references";

const KEY_LENGTH = 4;
const LONG_KEYS = [9, 13];
const MOST_USES = 64;
const NO_KEYS: readonly string[] = [];

/** No name, no reference. */
export const NONE = -1;

/**
 * Numbers for strings, so that rows hold integers and every distinct string is taken apart at most
 * once, and only when somebody looks at it.
 */
export class Lexicon {
  readonly referenceKeys: string[] = [];
  readonly referenceKinds: ReferenceKind[] = [];
  private readonly raws: string[] = [];
  private readonly uses: number[] = [];
  private readonly forms: (NameForm | null | undefined)[] = [];
  private readonly nameIds = new Map<string, number>();
  private readonly referenceIds = new Map<string, number>();

  /** Number of a name or text; {@link NONE} for nothing. */
  name(raw: string | undefined): number {
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

  /** Number of a reference of the ledger. */
  reference({ key, kind }: Reference): number {
    const known = this.referenceIds.get(key);
    if (known !== undefined) return known;
    const id = this.referenceKeys.push(key) - 1;
    this.referenceKinds.push(kind);
    this.referenceIds.set(key, id);
    return id;
  }

  /** The same for a line: what the ledger does not know joins nothing. {@link NONE} then. */
  knownReference({ key }: Reference): number {
    return this.referenceIds.get(key) ?? NONE;
  }

  /** Whether so many rows carry the same text that it is a phrase and names nobody. */
  isStock(id: number): boolean {
    return (this.uses[id] ?? 0) > MOST_USES;
  }

  /** A name as it was written; empty for none. */
  raw(id: number): string {
    return this.raws[id] ?? "";
  }

  /** Undefined where there is nothing to read. */
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
   * What rows of one customer are found by: the beginnings of the telling words, and longer ones across
   * words, which are rarer and the same whether a bank runs words together, cuts them off or not.
   */
  keysOf(id: number): readonly string[] {
    const form = this.form(id);
    return form ? keysOfWords(form.telling) : NO_KEYS;
  }
}

function keysOfWords(words: readonly string[]): readonly string[] {
  if (words.length === 0) return NO_KEYS;
  const keys = new Set<string>();
  for (const [i, word] of words.entries()) {
    keys.add(word.slice(0, KEY_LENGTH));
    const joined = words.slice(i, i + 3).join("");
    for (const length of LONG_KEYS) if (joined.length >= length) keys.add(joined.slice(0, length));
  }
  return [...keys];
}
