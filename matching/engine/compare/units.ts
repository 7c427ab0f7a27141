import type { LedgerRow, PayoutItem, RecordSet } from "../records/records";
import type { StringTable } from "../text/string-table";

/** How the unit that a line's text names compares with that of a payment. */
export type UnitLevel = "same_unit" | "other_unit" | "unknown";

/**
 * Units of buildings, pitches, rooms and jobs: "May rent 3B" is not for "Orbit Court:5A", whoever pays. Only what is a
 * unit in the books counts: of a customer's name, or else of a memo.
 */
export class Units {
  private readonly strings: StringTable;
  private readonly known = new Set<string>();
  /** Ids of references that customers' names have. */
  private readonly jobNumbers = new Set<number>();
  /** Units of a line's text that the books know, by the text's id. */
  private readonly named: (readonly string[] | undefined)[] = [];

  /** O(names). */
  constructor({ rows, strings }: RecordSet) {
    this.strings = strings;
    for (const row of rows) {
      for (const unit of this.ofRow(row)) this.known.add(unit);
      for (const number of row.jobNumbers) this.jobNumbers.add(number);
    }
  }

  compare(item: PayoutItem, row: LedgerRow): UnitLevel {
    const { line, text } = item;
    if (line && this.isOfOtherJob(item, row)) return "other_unit";
    const named = line && this.known.size > 0 ? this.namedIn(text) : [];
    const own = named.length > 0 ? this.ofRow(row) : [];
    if (own.length === 0) return "unknown";
    return own.some((unit) => named.includes(unit)) ? "same_unit" : "other_unit";
  }

  /** "Matter 23-0130" is not for "Moor, Lena:23-0195 Lease". */
  private isOfOtherJob({ references }: PayoutItem, { jobNumbers }: LedgerRow): boolean {
    if (jobNumbers.length === 0 || references.length === 0) return false;
    const isShared = references.some((id) => jobNumbers.includes(id));
    return !isShared && references.some((id) => this.jobNumbers.has(id));
  }

  private ofRow({ name, text }: LedgerRow): readonly string[] {
    const units = this.strings.form(name)?.units ?? [];
    return units.length > 0 ? units : (this.strings.form(text)?.units ?? []);
  }

  private namedIn(text: number): readonly string[] {
    let units = this.named[text];
    if (!units) {
      const form = this.strings.form(text);
      units = form?.units.filter((unit) => this.known.has(unit)) ?? [];
      if (text >= 0) this.named[text] = units;
    }
    return units;
  }
}
