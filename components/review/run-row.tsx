import { useUndoAutomaticRun } from "@/components/review/queries";
import { RunLine } from "@/components/review/run-line";
import type { AutomaticRun } from "@/lib/contracts/automatic-runs";
import { counted } from "@/lib/counted";

/** "42 deposits matched automatically, 5 minutes ago · 2 posted · 1 undone", with what is left of it to undo. */
export function RunRow({ run }: { run: AutomaticRun }) {
  const undo = useUndoAutomaticRun();
  const { matched, undoable, posted, undone } = run;
  const kept = posted > 0 ? ` ${counted(posted, "deposit")} of it, posted meanwhile, stay.` : "";
  return (
    <RunLine
      did={`${counted(matched, "deposit")} matched automatically`}
      at={run.at}
      became={[
        ...(posted > 0 ? [`${posted} posted`] : []),
        ...(undone > 0 ? [`${undone} undone`] : []),
      ]}
      undo={
        undoable === 0
          ? null
          : {
              title: `Undo the matches of ${counted(undoable, "deposit")}?`,
              text: `They are open again, and Auto Match won't decide these pairs by itself any more. QuickBooks isn't changed.${kept}`,
              isPending: undo.isPending,
              onConfirm: () => undo.mutate(run.id),
            }
      }
    />
  );
}
