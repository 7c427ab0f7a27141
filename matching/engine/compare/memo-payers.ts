import type { LedgerRow, PayoutItem, RecordSet } from "../records/records";
import type { NameForm } from "../text/names";
import { NONE, type StringTable } from "../text/string-table";
import { sharedWords } from "../text/token-overlap";

/** Whom of several payers of one customer a payment's memo names. */
type MemoPayer = "same_payer" | "other_payer" | "unknown";

/** A word of the memos of more customers than this, and than this share of them, is the business's and names no payer. */
const MIN_COMMON = 12;
const COMMON_SHARE = 0.01;

/**
 * "half, Ellis" and "half Nora Webb": where several people pay for one customer, the payment's memo may name the payer.
 * Who pays in their own name is named by the customer already.
 */
export class MemoPayers {
  private readonly strings: StringTable;
  /** Words of the names of all payers. */
  private readonly ofPayers = new Set<string>();
  /** Customers whose memos have a word. */
  private readonly customersWith = new Map<string, Set<number>>();
  private readonly common: number;
  private readonly namedIn = new Map<number, readonly string[]>();

  /** O(words). */
  constructor({ items, rows, strings }: RecordSet) {
    this.strings = strings;
    const payers = new Set(items.map(({ name }) => name));
    for (const payer of payers) {
      for (const word of strings.form(payer)?.distinctive ?? []) this.ofPayers.add(word);
    }
    for (const { text, name } of rows) {
      for (const word of strings.form(text)?.distinctive ?? []) {
        if (!this.ofPayers.has(word)) continue;
        const customers = this.customersWith.get(word) ?? new Set();
        this.customersWith.set(word, customers.add(name));
      }
    }
    const customers = new Set(rows.map(({ name }) => name));
    this.common = Math.max(MIN_COMMON, customers.size * COMMON_SHARE);
  }

  /** @returns `unknown` also where the payer alone is the customer: then a memo tells no more than the name */
  compare(item: PayoutItem, row: LedgerRow): MemoPayer {
    if (item.name === NONE || row.text === NONE || !item.line) return "unknown";
    const payer = this.strings.form(item.name);
    const customer = this.strings.form(row.name);
    const memo = this.strings.form(row.text);
    if (!payer || !customer || !memo || customer.key === payer.key) return "unknown";
    const isOneOfCustomer = payer.words.some((word) => customer.words.includes(word));
    const isOther = (word: string) => !payer.words.includes(word) && this.ofPayers.has(word);
    if (isOneOfCustomer && !customer.words.some(isOther)) return "unknown";
    // "Watcombe, rent" names the customer, unless the customer is several people and the payer one of them.
    const named = this.named(row.text, memo).filter(
      (word) => isOneOfCustomer || !customer.words.includes(word),
    );
    if (sharedWords(payer, memo).length > 0) {
      return named.some((word) => payer.words.includes(word)) ? "same_payer" : "unknown";
    }
    return named.length > 0 ? "other_payer" : "unknown";
  }

  /** Words of a memo that name a payer. */
  private named(text: number, memo: NameForm): readonly string[] {
    let named = this.namedIn.get(text);
    if (!named) {
      named = memo.distinctive.filter(
        (word) =>
          this.ofPayers.has(word) && (this.customersWith.get(word)?.size ?? 0) <= this.common,
      );
      this.namedIn.set(text, named);
    }
    return named;
  }
}
