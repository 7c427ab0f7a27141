import { useState } from "react";
import type { TransactionView } from "@/components/matching/transactions";

/** Ids picked from a list that may shrink under it: what is no longer listed is not selected. */
export function useSelection(items: TransactionView[], initial: readonly string[] = []) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(initial));
  return {
    selected: items.filter((item) => ids.has(item.id)),
    toggle(id: string) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    clear: () => setIds(new Set()),
  };
}
