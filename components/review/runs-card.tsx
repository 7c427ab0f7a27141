import type { ReactNode } from "react";
import { ConfirmButton } from "@/components/feedback/confirm-button";
import { Allowed } from "@/components/session/allowed";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import type { AutomaticRun } from "@/lib/contracts/automatic-runs";
import { counted } from "@/lib/counted";
import { timeAgo } from "@/lib/time-ago";
import { useUndoAutomaticRun } from "./queries";

/** The latest runs of a kind, the newest first; nothing while there are none. */
export function RunsCard<Run extends { id: string }>({
  title,
  text,
  runs,
  children,
  ...props
}: {
  id?: string;
  title: string;
  text: string;
  runs: readonly Run[] | undefined;
  children: (run: Run) => ReactNode;
}) {
  if (!runs || runs.length === 0) return null;
  return (
    <Card {...props} className="scroll-mt-36 gap-3">
      <CardHeader>
        <CardTitle>{title}</CardTitle>
        <CardDescription>{text}</CardDescription>
      </CardHeader>
      <CardContent>
        <ul aria-label={title} className="divide-y border-t">
          {runs.map((run) => (
            <li key={run.id} className="py-3">
              {children(run)}
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}

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

/** What a run did, when, and its state now; bookkeepers undo the rest of it together. */
export function RunLine({
  did,
  at,
  became,
  undo,
  progress = null,
}: {
  /** "42 deposits matched automatically" */
  did: string;
  at: string;
  /** "1 undone" */
  became: string[];
  /** Null when nothing is left to undo. */
  undo: { title: string; text: string; isPending: boolean; onConfirm: () => void } | null;
  /** Replaces the words while the run is undone. */
  progress?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      {progress ?? (
        <p className="min-w-0 text-sm tabular-nums">
          {did}
          <span className="block text-caption text-muted-foreground">
            {[timeAgo(at, new Date()), ...became].join(" · ")}
          </span>
        </p>
      )}
      {undo && (
        <Allowed to="bookkeeper">
          <ConfirmButton
            label="Undo this run"
            title={undo.title}
            text={undo.text}
            disabled={undo.isPending}
            onConfirm={undo.onConfirm}
          />
        </Allowed>
      )}
    </div>
  );
}
