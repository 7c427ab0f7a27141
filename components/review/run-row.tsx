import { useUndoAutomaticRun } from "@/components/review/queries";
import { RunLine } from "@/components/review/run-line";
import type { AutomaticRun } from "@/lib/contracts/automatic-runs";
import { counted } from "@/lib/counted";

/** "42 deposits matched automatically, 5 minutes ago · 2 posted · 1 undone", with the undoable rest. */
export function RunRow({ run }: { run: AutomaticRun }) {
  const undo = useUndoAutomaticRun();
  const { matched, undoable, posted, undone } = run;
  const kept =
    posted > 0
      ? ` The ${posted === 1 ? "posted deposit stays" : `${posted} posted deposits stay`}.`
      : "";
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
              title: `Undo ${undoable === 1 ? "1 match" : `${undoable} matches`}?`,
              text: `The deposits are open again, and Auto Match won't match these pairs again. Nothing changes in QuickBooks.${kept}`,
              isPending: undo.isPending,
              onConfirm: () => undo.mutate(run.id),
            }
      }
    />
  );
}
