import { blockingKeys } from "../blocking/keys";
import { bookableAmounts } from "../compare/amounts";
import type { LinkageModel } from "../compare/model";
import type { DepositInput, MatchOptions, PaymentInput } from "../contract";
import { BooksClasses } from "../decision/in-the-books";
import type { Outcome, PairFacts, PairProposal } from "../decision/outcome";
import { relationKeys } from "../grouping/relations";
import type { Relation } from "../grouping/set-proposal";
import type { Candidates } from "../inference/em-training";
import type { ReadRecords } from "../records/normalize";
import { referenceKeysOf } from "../records/record-references";
import type { LedgerRow, PayoutItem } from "../records/records";
import { reversalKindOf } from "../records/reversals";

/** What a complete run leaves: its model, and what it found with it. Nothing here changes later. */
export interface CompleteRun {
  deposits: ReadonlyMap<string, DepositInput>;
  payments: ReadonlyMap<string, PaymentInput>;
  records: ReadRecords;
  options: MatchOptions;
  model: LinkageModel;
  candidates: Candidates;
  /** Marginal probability by candidate pair, before any of them was accepted. */
  probabilities: Float64Array;
  /** The best assignment as it was proposed, by item, before anything was decided. */
  proposals: readonly Readonly<PairProposal>[];
  outcome: Outcome;
  /** By candidate pair, of those that were proposed. */
  facts: readonly (PairFacts | undefined)[];
  relations: KnownRelations;
}

/** The relations of the search for sets, and the payments that were open to it. */
export interface KnownRelations {
  /** Of the items that were open. */
  ofItem: ReadonlyMap<PayoutItem, Relation[]>;
  /** Number of open payments by key. */
  counts: ReadonlyMap<number, number>;
  /** 1 by LedgerRow.index. */
  isOpen: Uint8Array;
}

/**
 * A complete run, with the keys of its records, which are computed once. Every later run asks which of
 * them a change touches.
 */
export class KnownRun {
  /** Number of references that the ledger rows of the complete run carry. */
  readonly references: number;
  readonly booksClasses = new BooksClasses();
  /** By index. */
  private readonly amounts: (readonly number[])[] = [];
  private readonly blocking: (readonly number[])[] = [];
  private readonly relatedItems: (readonly number[])[] = [];
  private readonly relatedRows: (readonly number[])[] = [];
  private readonly reversible: ReadonlySet<string>;
  private depositsOf: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor(readonly run: CompleteRun) {
    const { rows, strings } = run.records;
    strings.stopCounting();
    run.candidates.training.pairs.trim();
    this.references = strings.referenceKeys.length;
    this.reversible = new Set(
      rows
        .filter((row) => row.reversal === null && reversalKindOf(row) !== null)
        .map(({ currency, amount }) => `${currency}${-amount}`),
    );
  }

  /** Whether the record is one of the complete run. */
  has(item: PayoutItem): boolean {
    return item.index < this.run.records.items.length;
  }

  /** Whether a ledger row of the complete run says that it reverses one like this. */
  isReversible({ currency, amount }: LedgerRow): boolean {
    return this.reversible.has(`${currency}${amount}`);
  }

  /** Amounts with which the payment of an item may be recorded, minor units. */
  amountsOf(item: PayoutItem): readonly number[] {
    return this.kept(this.amounts, item, () => bookableAmounts(item, this.run.model.fees));
  }

  /** Keys by which an item's namesakes are found. */
  blockingKeysOf(item: PayoutItem): readonly number[] {
    return this.kept(this.blocking, item, () => blockingKeys(item, this.run.records.strings));
  }

  /** Keys that related records share. */
  relationKeysOf(record: PayoutItem | LedgerRow): readonly number[] {
    const kept = "payment" in record ? this.relatedRows : this.relatedItems;
    return this.kept(kept, record, () => relationKeys(record, this.run.records.strings));
  }

  /** @returns ids of the deposits with a reference of this key, which no ledger row carried */
  depositsNaming(key: string): ReadonlySet<string> {
    this.depositsOf ??= this.unjoinedReferences();
    return this.depositsOf.get(key) ?? new Set();
  }

  private unjoinedReferences(): ReadonlyMap<string, ReadonlySet<string>> {
    const { items, strings } = this.run.records;
    const joined = new Set(strings.referenceKeys.slice(0, this.references));
    const deposits = new Map<string, Set<string>>();
    for (const { deposit, line } of items) {
      for (const key of referenceKeysOf(deposit, line)) {
        if (joined.has(key)) continue;
        deposits.set(key, (deposits.get(key) ?? new Set()).add(deposit.id));
      }
    }
    return deposits;
  }

  /** Records that came later are not kept. */
  private kept<Value>(
    values: Value[],
    record: PayoutItem | LedgerRow,
    compute: () => Value,
  ): Value {
    const { items, rows } = this.run.records;
    const isKept = record.index < ("payment" in record ? rows : items).length;
    const known = isKept ? values[record.index] : undefined;
    if (known !== undefined) return known;
    const value = compute();
    if (isKept) values[record.index] = value;
    return value;
  }
}
