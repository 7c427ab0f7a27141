import { fitted } from "../collections/fitted";
import type { ReferenceKind } from "../parameters";
import { KeyTable } from "./key-table";
import { mailWords } from "./mail-names";
import { type NameForm, toNameForm } from "./names";
import { type Period, periodOf } from "./periods";
import type { Reference } from "./references";

const MAX_USES = 64;
const NO_KEYS: readonly number[] = [];

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
  private readonly periods: (Period | null | undefined)[] = [];
  private readonly nameIds = new Map<string, number>();
  private readonly referenceIds = new Map<string, number>();
  /** Blocking keys that are not of a whole name or text. */
  readonly keyTable = new KeyTable();
  private readonly keys: (readonly number[] | undefined)[] = [];
  /** What each field of a source is called, by id. */
  readonly fields: string[] = [];
  private readonly fieldIds = new Map<string, number>();
  private readonly mailKeys = new Map<string, readonly number[]>();
  private isCounting = true;

  /** @returns the id of a name or text; {@link NONE} for an empty one */
  internName(raw: string | undefined): number {
    if (!raw) return NONE;
    let id = this.nameIds.get(raw);
    if (id === undefined) {
      id = this.raws.push(raw) - 1;
      this.nameIds.set(raw, id);
      this.uses.push(0);
      this.forms.push(undefined);
      this.periods.push(undefined);
      this.keys.push(undefined);
    }
    if (this.isCounting) this.uses[id] = (this.uses[id] ?? 0) + 1;
    return id;
  }

  /** Later records change no more what counts as boilerplate. */
  stopCounting(): void {
    this.isCounting = false;
  }

  /** @returns the id of a field of the lines of one source */
  fieldId(source: string, field: string): number {
    const key = `${source} ${field}`;
    const known = this.fieldIds.get(key);
    if (known !== undefined) return known;
    const id = this.fields.push(field) - 1;
    this.fieldIds.set(key, id);
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

  /** @returns the month or quarter that a text names, or null */
  period(id: number): Period | null {
    if (id === NONE) return null;
    let period = this.periods[id];
    if (period === undefined) {
      period = periodOf(this.raw(id));
      this.periods[id] = period;
    }
    return period;
  }

  /** Blocking keys of a name or text: those of its distinctive words. */
  keysOf(id: number): readonly number[] {
    if (id === NONE) return NO_KEYS;
    let keys = this.keys[id];
    if (!keys) {
      const form = this.form(id);
      keys = form ? this.keyTable.ofWords(form.distinctive) : NO_KEYS;
      this.keys[id] = keys;
    }
    return keys;
  }

  /** Blocking keys of an address: the whole one, and beginnings of what it spells. */
  keysOfAddress(address: string): readonly number[] {
    let keys = this.mailKeys.get(address);
    if (!keys) {
      const words = mailWords(address).flatMap((word) => this.keyTable.ofJoined(word));
      keys = fitted([...new Set([this.keyTable.of(address), ...words])]);
      this.mailKeys.set(address, keys);
    }
    return keys;
  }
}
