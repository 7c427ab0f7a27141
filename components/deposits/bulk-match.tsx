import { PutAsideButton } from "@/components/books/put-aside-button";
import { RunBar, SelectionBar } from "@/components/deposits/bulk-bar";
import { type DepositFilter, toCriteria } from "@/components/deposits/filter";
import type { useDepositSelection } from "@/components/deposits/use-deposit-selection";
import { useMatchRun, useStartMatchRun } from "@/components/deposits/use-match-run";

/** Auto Match for many at once: what is ticked, then how far it is. */
export function BulkMatch({
  filter,
  selection: { ticked, tickAll, clear },
  total,
}: {
  filter: DepositFilter;
  selection: ReturnType<typeof useDepositSelection>;
  total: number;
}) {
  const run = useMatchRun();
  const start = useStartMatchRun(clear);
  if (run) return <RunBar run={run} />;
  if (!ticked.all && ticked.ids.size === 0) return null;
  return (
    <SelectionBar
      count={ticked.ids.size}
      all={ticked.all}
      total={total}
      starting={start.isPending}
      onAll={tickAll}
      onClear={clear}
      onMatch={() =>
        start.mutate(ticked.all ? { filter: toCriteria(filter) } : { deposit_ids: [...ticked.ids] })
      }
    >
      <PutAsideButton ids={[...ticked.ids]} size="sm" onDone={clear} />
    </SelectionBar>
  );
}
