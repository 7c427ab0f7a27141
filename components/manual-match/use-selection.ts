import { useMemo, useState } from "react";
import type { TransactionView } from "@/components/manual-match/transactions";

const NONE: ReadonlySet<string> = new Set();

export interface ListSelection {
  ids: ReadonlySet<string>;
  selected: TransactionView[];
  /** Matched just now: shown so until the list is refetched. */
  matched: ReadonlySet<string>;
  toggle(id: string): void;
  clear(): void;
  /** What is selected has been matched. */
  flip(): void;
}

/** Ids picked from a list that may shrink under it: what is no longer listed is not selected. */
export function useSelection(
  items: TransactionView[],
  initial: readonly string[] = [],
): ListSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(initial));
  const [flipped, setFlipped] = useState({ in: items, ids: NONE });
  const matched = flipped.in === items ? flipped.ids : NONE;
  const selected = useMemo(
    () => (ids.size === 0 ? [] : items.filter(({ id }) => ids.has(id) && !matched.has(id))),
    [items, ids, matched],
  );
  return {
    ids: useMemo(() => new Set(selected.map(({ id }) => id)), [selected]),
    selected,
    matched,
    toggle(id) {
      if (matched.has(id)) return;
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      });
    },
    clear: () => setIds(NONE),
    flip() {
      setFlipped({ in: items, ids: new Set([...matched, ...ids]) });
      setIds(NONE);
    },
  };
}
