import { PostingLists } from "../collections/posting-lists";
import type { LedgerRow, PayoutItem, RecordSet } from "../records/records";
import { labelFitsName, mailboxFitsName, mailLabels } from "../text/mail-names";
import { compareNames, type NameForm, type NameRelation } from "../text/names";

/** Relations of two spellings of one name. */
const SAME: ReadonlySet<NameRelation> = new Set([
  "same_name",
  "initials",
  "similar_name",
  "truncated_name",
  "part_of_name",
]);
/** Ledger customers with a common word that are compared with one payer. */
const MAX_COMPARED = 48;
const NONE: readonly NameForm[] = [];

/**
 * The ledger's customers by name, and which of them a payer is: by name, by the private domain of
 * the payer's address, or by the mailbox. A payer who is a customer in their own name seldom pays
 * for another one.
 */
export class OwnCustomers {
  private readonly byKey = new Map<string, NameForm>();
  private readonly customers: NameForm[] = [];
  /** Positions in the customers by blocking key. */
  private readonly byBlock: PostingLists;
  private readonly ofItem: (readonly NameForm[])[] = [];
  private readonly known = new Map<string, readonly NameForm[]>();
  /** Whether a name is a customer's, by id in the string table. */
  private readonly isCustomerName: boolean[] = [];

  /** O(rows). */
  constructor(private readonly records: RecordSet) {
    const { rows, strings } = records;
    for (const { name } of rows) {
      const form = strings.form(name);
      if (!form || this.byKey.has(form.key)) continue;
      this.byKey.set(form.key, form);
      this.customers.push(form);
    }
    this.byBlock = new PostingLists(this.customers.length, (at) =>
      strings.keyTable.ofWords(this.customers[at]?.distinctive ?? []),
    );
  }

  /** Tests whether the payer is a customer of the ledger, and the row another one's. */
  isAnother(item: PayoutItem, row: LedgerRow): boolean {
    const customer = this.records.strings.form(row.name);
    if (!customer) return false;
    const own = this.of(item);
    for (const { key } of own) if (key === customer.key) return false;
    return own.length > 0;
  }

  /** Tests whether the payer is a customer of the ledger by this very name, and the row another one's. */
  isOtherSpelling({ name }: PayoutItem, row: LedgerRow): boolean {
    if (name === row.name) return false;
    const { strings } = this.records;
    const payer = strings.form(name)?.key;
    if (payer === undefined) return false;
    this.isCustomerName[name] ??= this.byKey.has(payer);
    return this.isCustomerName[name] === true && payer !== strings.form(row.name)?.key;
  }

  /** Tests whether a customer of the ledger has just these words as name. */
  isCustomer(words: readonly string[]): boolean {
    return this.byKey.has([...words].sort().join(" "));
  }

  private of({ index, name, email }: PayoutItem): readonly NameForm[] {
    const remembered = this.ofItem[index];
    if (remembered) return remembered;
    const own = this.ofPayer(name, email);
    // The index of a later item may be another one's in the next run.
    if (index < this.records.items.length) this.ofItem[index] = own;
    return own;
  }

  private ofPayer(name: number, email: string): readonly NameForm[] {
    const key = `${name} ${email}`;
    let own = this.known.get(key);
    if (!own) {
      own = this.find(this.records.strings.form(name), email);
      this.known.set(key, own);
    }
    return own;
  }

  private find(name: NameForm | undefined, email: string): readonly NameForm[] {
    const labels = mailLabels(email);
    const found = new Set<NameForm>();
    const same = name && this.byKey.get(name.key);
    if (same) found.add(same);
    for (const label of labels) {
      for (const each of this.inBlocks([label]))
        if (labelFitsName(label, each).length > 0) found.add(each);
    }
    if (name && !same) {
      for (const each of this.inBlocks(name.distinctive)) {
        if (SAME.has(compareNames(name, each).relation)) found.add(each);
      }
    }
    if (email !== "" && found.size === 0 && name) {
      for (const each of this.inBlocks(name.distinctive))
        if (mailboxFitsName(email, each)) found.add(each);
    }
    return found.size === 0 ? NONE : [...found];
  }

  /** Customers with a word in common, the rarest words first. */
  private *inBlocks(words: readonly string[]): Generator<NameForm> {
    const { byBlock, customers, records } = this;
    const blocks = records.strings.keyTable.ofWords(words).map((key) => {
      const from = byBlock.place(key);
      return { from, to: byBlock.endOf(key, from) };
    });
    let left = MAX_COMPARED;
    for (const { from, to } of blocks.sort((a, b) => a.to - a.from - (b.to - b.from))) {
      if (to - from > left) return;
      left -= to - from;
      for (let place = from; place < to; place++) {
        const customer = customers[byBlock.at(place)];
        if (customer) yield customer;
      }
    }
  }
}
