import { ConfirmButton } from "@/components/feedback/confirm-button";
import { useUndoAutomaticRun } from "@/components/review/queries";
import { Allowed } from "@/components/session/allowed";
import type { AutomaticRun } from "@/lib/contracts/automatic-runs";
import { counted } from "@/lib/counted";
import { timeAgo } from "@/lib/time-ago";

/** "42 deposits matched automatically, 5 minutes ago · 2 posted · 1 undone", with what is left of it to undo. */
export function RunRow({ run }: { run: AutomaticRun }) {
  const undo = useUndoAutomaticRun();
  const { matched, undoable, posted, undone } = run;
  const became = [posted > 0 && `${posted} posted`, undone > 0 && `${undone} undone`];
  const kept = posted > 0 ? ` ${counted(posted, "deposit")} of it, posted meanwhile, stay.` : "";
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="min-w-0 text-sm tabular-nums">
        {counted(matched, "deposit")} matched automatically
        <span className="block text-caption text-muted-foreground">
          {[timeAgo(run.at, new Date()), ...became].filter((part) => part !== false).join(" · ")}
        </span>
      </p>
      {undoable > 0 && (
        <Allowed to="bookkeeper">
          <ConfirmButton
            label="Undo this run"
            title={`Undo the matches of ${counted(undoable, "deposit")}?`}
            text={`They are open again, and Auto Match won't decide these pairs by itself any more. QuickBooks isn't changed.${kept}`}
            disabled={undo.isPending}
            onConfirm={() => undo.mutate(run.id)}
          />
        </Allowed>
      )}
    </div>
  );
}
