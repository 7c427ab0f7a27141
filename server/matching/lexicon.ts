import { type NameForm, toNameForm } from "./names";
import type { Reference, ReferenceKind } from "./references";

/** No name, no reference. */
export const NONE = -1;

/** Numbers for strings, so that rows hold integers and every distinct string is parsed once. */
export class Lexicon {
  readonly names: NameForm[] = [];
  readonly referenceKeys: string[] = [];
  readonly referenceKinds: ReferenceKind[] = [];
  private readonly nameIds = new Map<string, number>();
  private readonly referenceIds = new Map<string, number>();

  /** Number of a name or text; {@link NONE} for nothing. */
  name(raw: string | undefined): number {
    if (!raw) return NONE;
    const known = this.nameIds.get(raw);
    if (known !== undefined) return known;
    const form = toNameForm(raw);
    const id = form.words.length === 0 ? NONE : this.names.push(form) - 1;
    this.nameIds.set(raw, id);
    return id;
  }

  reference({ key, kind }: Reference): number {
    const known = this.referenceIds.get(key);
    if (known !== undefined) return known;
    const id = this.referenceKeys.push(key) - 1;
    this.referenceKinds.push(kind);
    this.referenceIds.set(key, id);
    return id;
  }

  form(id: number): NameForm | undefined {
    return id === NONE ? undefined : this.names[id];
  }
}
