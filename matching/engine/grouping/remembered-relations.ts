import type { PayoutItem } from "../records/records";
import type { Relation, RelationSource } from "./set-proposal";

/** Searches once for the relations of each item: several kinds of sets are looked for among the same open records. */
export class RememberedRelations implements RelationSource {
  readonly ofItem = new Map<PayoutItem, Relation[]>();

  constructor(private readonly source: RelationSource) {}

  relationsOf(item: PayoutItem): Relation[] {
    const known = this.ofItem.get(item);
    if (known) return known;
    const found = this.source.relationsOf(item);
    this.ofItem.set(item, found);
    return found;
  }
}
