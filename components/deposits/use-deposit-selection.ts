import { useMemo, useState } from "react";
import type { RowSelection } from "@/components/data-table/selection";
import { type DepositFilter, toCriteria } from "@/components/deposits/filter";
import { useMay } from "@/components/session/companies";
import type { Deposit } from "@/lib/contracts/deposits";

/** The ticked deposits, or all that the filter lets through, on all pages. */
interface Ticked {
  ids: ReadonlySet<number>;
  all: boolean;
}

const NOTHING: Ticked = { ids: new Set(), all: false };

/** Auto Match has something to do with those only. */
function isOpen({ status }: Pick<Deposit, "status">): boolean {
  return status === "pending" || status === "suggested";
}

/**
 * What is ticked stays over pages and orders, but not when other deposits are looked for. Until it is known that the
 * user may match, and for those who may not, rows keep the place of their box.
 */
export function useDepositSelection(filter: DepositFilter) {
  const mayMatch = useMay("bookkeeper") === true;
  const criteria = JSON.stringify(toCriteria(filter));
  const [seen, setSeen] = useState(criteria);
  const [ticked, setTicked] = useState(NOTHING);
  if (criteria !== seen) {
    setSeen(criteria);
    setTicked(NOTHING);
  }

  const rows = useMemo<RowSelection<Deposit>>(
    () => ({
      isSelected: (deposit) => isOpen(deposit) && (ticked.all || ticked.ids.has(deposit.id)),
      canSelect: (deposit) => mayMatch && isOpen(deposit),
      labelOf: ({ id }) => `Select deposit #${id}`,
      onChange: (deposits, selected) => setTicked((before) => change(before, deposits, selected)),
    }),
    [ticked, mayMatch],
  );
  return {
    rows,
    ticked,
    // Taking one back leaves what was ticked one by one.
    tickAll: () => setTicked(({ ids }) => ({ ids, all: true })),
    clear: () => setTicked(NOTHING),
  };
}

function change({ ids }: Ticked, deposits: Deposit[], selected: boolean): Ticked {
  const next = new Set(ids);
  for (const { id } of deposits) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  return { ids: next, all: false };
}
