import { append } from "./grouping";
import { Relations, type Tie } from "./relations";
import type { Entry, Unit } from "./rows";
import type { OpenRows } from "./set-proposal";

/** A line (or deposit without lines) with what ties it to open payments. */
export interface TiedUnit {
  unit: Unit;
  ties: Map<Entry, Tie>;
}

/** Lines of one deposit that are of one customer, all money in or all money out. */
export type Cluster = TiedUnit[];

/**
 * Gathers the open lines of each deposit by customer: the same name or address, or ties to the same
 * payment, in whatever spelling. A deposit without lines stands for itself.
 */
export function clustersOf(open: OpenRows): Cluster[] {
  const relations = new Relations(open);
  const byDeposit = new Map<string, TiedUnit[]>();
  for (const unit of open.units) {
    if (!unit.explainable) continue;
    const sign = Math.sign(unit.gross);
    const tied = relations.tiesOf(unit).filter(({ entry }) => Math.sign(entry.amount) === sign);
    const ties = new Map(tied.map((tie) => [tie.entry, tie]));
    append(byDeposit, `${sign} ${unit.deposit.id}`, { unit, ties });
  }
  return [...byDeposit.values()].flatMap((units) => connected(units, (unit) => keysOf(open, unit)));
}

function* keysOf({ rows }: OpenRows, { unit, ties }: TiedUnit): Generator<string> {
  const form = rows.lexicon.form(unit.name);
  if (form) yield form.key;
  if (unit.email !== "") yield unit.email;
  for (const { index } of ties.keys()) yield `#${index}`;
}

/** Items that share a key, directly or through others; in the order of their first members. */
function connected<Item>(items: Item[], keysOf: (item: Item) => Iterable<string>): Item[][] {
  const parents = [...items.keys()];
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[at] = root;
    return root;
  };
  const owners = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    for (const key of keysOf(item)) {
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, i);
      else parents[rootOf(i)] = rootOf(owner);
    }
  }
  const groups = new Map<number, Item[]>();
  for (const [i, item] of items.entries()) append(groups, rootOf(i), item);
  return [...groups.values()];
}
