import { append } from "../collections/append";
import type { LedgerRow, PayoutItem } from "../records/records";
import { RelationIndex } from "./relations";
import type { OpenRecords, Relation } from "./set-proposal";

/** A payout item and its relations to open payments. */
export interface RelatedItem {
  item: PayoutItem;
  relations: Map<LedgerRow, Relation>;
}

/** From this weight of a relation on, in bits, records are of one customer. */
const MIN_SAME_CUSTOMER = 5;

/** Items of one deposit and one customer, all positive or all negative. */
export type Cluster = RelatedItem[];

/**
 * Clusters the open items of each deposit by customer: the same name or e-mail address, or
 * relations to the same payment, however spelled. A deposit without lines is a cluster of its own.
 * Union–find, near-linear in items and relations.
 * @returns clusters in the order of their first items
 */
export function clusterByCustomer(open: OpenRecords): Cluster[] {
  const index = open.relations ?? new RelationIndex(open);
  const byDeposit = new Map<string, RelatedItem[]>();
  for (const item of open.items) {
    if (!item.isLinkable) continue;
    const sign = Math.sign(item.gross);
    const related = index
      .relationsOf(item)
      .filter(({ row, weight }) => weight >= MIN_SAME_CUSTOMER && Math.sign(row.amount) === sign);
    const relations = new Map(related.map((relation) => [relation.row, relation]));
    append(byDeposit, `${sign} ${item.deposit.id}`, { item, relations });
  }
  return [...byDeposit.values()].flatMap((items) => connected(items, (item) => keysOf(open, item)));
}

/** Names and addresses, and the indices of payments. */
type Key = string | number;

function* keysOf({ records }: OpenRecords, { item, relations }: RelatedItem): Generator<Key> {
  const form = records.strings.form(item.name);
  if (form) yield form.key;
  if (item.email !== "") yield item.email;
  for (const { index } of relations.keys()) yield index;
}

/** Connected components of elements that share a key, in the order of their first members. */
function connected<Element>(
  elements: Element[],
  keysOf: (element: Element) => Iterable<Key>,
): Element[][] {
  const parents = [...elements.keys()];
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[at] = root;
    return root;
  };
  const owners = new Map<Key, number>();
  for (const [i, element] of elements.entries()) {
    for (const key of keysOf(element)) {
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, i);
      else parents[rootOf(i)] = rootOf(owner);
    }
  }
  const groups = new Map<number, Element[]>();
  for (const [i, element] of elements.entries()) append(groups, rootOf(i), element);
  return [...groups.values()];
}
