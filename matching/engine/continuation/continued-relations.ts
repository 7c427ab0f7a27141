import { append } from "../collections/append";
import type { LinkageModel } from "../compare/model";
import { isNear, MAX_PER_KEY, RelationIndex, relationTo } from "../grouping/relations";
import type { Relation, RelationSource } from "../grouping/set-proposal";
import type { LedgerRow, PayoutItem } from "../records/records";
import type { KnownRun } from "./known-run";

/**
 * Relations among the open records of changed books: those of the complete run, less payments that are
 * no longer open, and those to payments that were not. Where a key became too common, or is no longer,
 * the item's relations are searched for anew.
 */
export class ContinuedRelations implements RelationSource {
  private readonly isOpen: Uint8Array;
  /** How many more open payments a key has than it had; and the ones that are new to it. */
  private readonly growth = new Map<number, number>();
  private readonly opened = new Map<number, LedgerRow[]>();
  private index: RelationIndex | undefined;

  /**
   * @param rows the open ones
   * @param carries false searches for all relations anew
   */
  constructor(
    private readonly known: KnownRun,
    private readonly model: LinkageModel,
    private readonly rows: LedgerRow[],
    private readonly carries: boolean,
  ) {
    const before = known.run.relations.isOpen;
    this.isOpen = new Uint8Array(model.records.rows.length);
    for (const { index } of rows) this.isOpen[index] = 1;
    for (const row of model.records.rows) {
      const turn = (this.isOpen[row.index] ?? 0) - (before[row.index] ?? 0);
      if (turn !== 0) this.turn(row, turn);
    }
  }

  relationsOf(item: PayoutItem): Relation[] {
    const before = this.carries ? this.known.run.relations.ofItem.get(item) : undefined;
    if (!before) return this.search(item);
    const keys = this.known.relationKeysOf(item).filter((key) => this.growth.has(key));
    if (keys.length === 0) return before;
    if (keys.some((key) => this.isCommon(key, 0) !== this.isCommon(key, this.growthOf(key)))) {
      return this.search(item);
    }
    const relations = before.filter(({ row }) => this.isOpen[row.index] === 1);
    const opened = new Set(
      keys.flatMap((key) => (this.isCommon(key, this.growthOf(key)) ? [] : this.openedBy(key))),
    );
    for (const row of opened) {
      const relation = isNear(item, row) ? relationTo(this.model.scorer, item, row) : null;
      if (relation) relations.push(relation);
    }
    return relations.sort((a, b) => a.row.index - b.row.index);
  }

  private turn(row: LedgerRow, turn: number): void {
    for (const key of this.known.relationKeysOf(row)) {
      this.growth.set(key, this.growthOf(key) + turn);
      if (turn > 0) append(this.opened, key, row);
    }
  }

  private growthOf(key: number): number {
    return this.growth.get(key) ?? 0;
  }

  private openedBy(key: number): readonly LedgerRow[] {
    return this.opened.get(key) ?? [];
  }

  private isCommon(key: number, growth: number): boolean {
    return (this.known.run.relations.counts.get(key) ?? 0) + growth > MAX_PER_KEY;
  }

  private search(item: PayoutItem): Relation[] {
    const { records, scorer } = this.model;
    this.index ??= new RelationIndex({ records, scorer, rows: this.rows }, (record) =>
      this.known.relationKeysOf(record),
    );
    return this.index.relationsOf(item);
  }
}
