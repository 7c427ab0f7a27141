import { SHARED_WORD } from "../parameters";
import type { LedgerRow, PayoutItem, RecordSet } from "../records/records";
import type { NameForm } from "../text/names";
import { NONE, type StringTable } from "../text/string-table";

/** A word in the texts of both sides. */
export interface SharedWord {
  /** Folded. */
  word: string;
  /** Bits, frequency subtracted. */
  weight: number;
}

const NO_WORDS: readonly SharedWord[] = [];

/**
 * What a line's description and a payment's memo both say apart from the customers' names: "Battery", "Dues Emma", or
 * the unit of "Rent 4A", which may also be written in the payment's customer. The fewer payments say it, the more it
 * weighs.
 */
export class SharedWords {
  private readonly strings: StringTable;
  private readonly rowsWithWord = new Map<string, number>();
  private readonly rows: number;
  /** Words of a line's text that weigh something, the rarest first, by the text's id. */
  private readonly tellingWords: (readonly SharedWord[] | undefined)[] = [];

  /** O(words). */
  constructor({ rows, strings }: RecordSet) {
    this.strings = strings;
    this.rows = rows.length;
    for (const row of rows) {
      const said = new Set([
        ...wordsOf(strings.form(row.text)),
        ...(strings.form(row.name)?.units ?? []),
      ]);
      for (const word of said) this.rowsWithWord.set(word, (this.rowsWithWord.get(word) ?? 0) + 1);
    }
  }

  /** @returns the rarest word that both say; null for none that tells these records from others */
  find(item: PayoutItem, row: LedgerRow): SharedWord | null {
    const telling = item.line && item.text !== NONE ? this.tellingIn(item.text) : NO_WORDS;
    if (telling.length === 0) return null;
    const [payer, customer, memo] = [item.name, row.name, row.text].map((id) =>
      this.strings.form(id),
    );
    for (const shared of telling) {
      const { word } = shared;
      if (payer?.words.includes(word)) continue;
      const isInCustomer = customer?.words.includes(word) === true;
      if (customer?.units.includes(word) || (!isInCustomer && memo?.words.includes(word))) {
        return shared;
      }
    }
    return null;
  }

  private tellingIn(text: number): readonly SharedWord[] {
    let words = this.tellingWords[text];
    if (!words) {
      const found = wordsOf(this.strings.form(text)).flatMap((word) => {
        const weight = this.weightOf(word);
        return weight >= SHARED_WORD.least ? { word, weight } : [];
      });
      words = found.length === 0 ? NO_WORDS : found.sort((a, b) => b.weight - a.weight);
      this.tellingWords[text] = words;
    }
    return words;
  }

  private weightOf(word: string): number {
    const { share, smoothing, most } = SHARED_WORD;
    const byChance = ((this.rowsWithWord.get(word) ?? 0) + 1) / (this.rows + smoothing);
    return Math.min(most, Math.log2(share / byChance));
  }
}

function wordsOf(form: NameForm | undefined): readonly string[] {
  return form ? [...form.distinctive, ...form.units] : [];
}
